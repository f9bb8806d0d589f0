import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import type { EmbeddingsRequest } from '../../modes/embeddings-request.ts';
import { isObject, parsedJson } from '../../wire/json.ts';
import { reportedUsage } from '../openai/reported-usage.ts';
import type { Call } from '../provider.ts';
import { NOTHING_PRODUCED } from '../../usage/usage.ts';
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
  const told = parsedJson(bytes.toString('utf8'));
  if (!isObject(told)) return undefined;
  const refusal = baiduRefusal(told, channel);
  if (refusal !== undefined) return refusal;
  const { id, data, usage } = told;
  if (!Array.isArray(data)) return undefined;
  const isPacked = request.body['encoding_format'] === 'base64';
  const list = {
    object: 'list',
    data: (data as unknown[]).map((entry, index) => vectorOf(entry, index, isPacked)),
    model,
    usage,
  };
  return {
    body: Buffer.from(JSON.stringify(list)),
    usage: reportedUsage(usage),
    produced: () => NOTHING_PRODUCED,
    facts: { id, model: undefined, cost: undefined },
  };
}

function vectorOf(entry: unknown, index: number, isPacked: boolean): object {
  const vector = isObject(entry) ? entry['embedding'] : undefined;
  const embedding =
    isPacked && Array.isArray(vector)
      ? Buffer.from(new Float32Array(vector as number[]).buffer).toString('base64')
      : vector;
  return { object: 'embedding', index, embedding };
}
