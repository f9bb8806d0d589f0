import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import type { EmbeddingsRequest } from '../../modes/embeddings-request.ts';
import { isObject, jsonIn } from '../../wire/json.ts';
import type { Call } from '../provider.ts';
import { reportedUsage } from '../openai/reported-usage.ts';
import { toldVectors } from '../told-vectors.ts';
import { baiduRefusal } from './baidu-errors.ts';

/** A request for vectors as Baidu takes it: texts alone, of the model's own length. Throws UnsupportedRequest. */
export function baiduEmbeddingsBody({ body, texts, tokens }: EmbeddingsRequest): Buffer {
  if (tokens > 0) throw new UnsupportedRequest('input', 'must be texts with this channel');
  if (typeof body['dimensions'] === 'number')
    throw new UnsupportedRequest('dimensions', 'cannot be chosen with this channel');
  return Buffer.from(
    JSON.stringify({ input: texts, user_id: typeof body['user'] === 'string' ? body['user'] : undefined }),
  );
}

/** A list of vectors as OpenAI has it, in the encoding that was asked for; undefined for anything else. */
export function readBaiduEmbeddings(
  bytes: Buffer,
  { request, model, channel }: Call<'embeddings'>,
): ReadAnswer | Refusal | undefined {
  const told = jsonIn(bytes);
  if (!isObject(told)) return undefined;
  const refusal = baiduRefusal(told, channel);
  if (refusal !== undefined) return refusal;
  const { id, data, usage } = told;
  if (!Array.isArray(data)) return undefined;
  const vectors = (data as unknown[]).map((entry) => (isObject(entry) ? entry['embedding'] : undefined));
  const facts = { id, model: undefined, cost: undefined };
  return toldVectors({ vectors, model, usage: reportedUsage(isObject(usage) ? usage : undefined), facts }, request);
}
