import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import type { EmbeddingsRequest } from '../../modes/embeddings-request.ts';
import { isObject, jsonIn } from '../../wire/json.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import type { Adapter } from '../provider.ts';
import { reportedUsage } from '../openai/reported-usage.ts';
import { toldVectors } from '../told-vectors.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('ali');
const PATH = '/api/v1/services/embeddings/text-embedding/text-embedding';

/** Vectors by DashScope's own service ("Text Embedding API reference"), which takes texts alone. */
export const aliEmbeddings: Adapter<'embeddings'> = {
  converts: true,
  request({ channel, model, request: { body, texts, tokens } }) {
    if (tokens > 0) throw new UnsupportedRequest('input', 'must be texts, since this channel takes no tokens');
    const { dimensions } = body;
    const parameters = typeof dimensions === 'number' ? { dimension: dimensions } : undefined;
    return {
      ...splitUrl(channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl, PATH),
      headers: openAiHeaders(channel, 'application/json'),
      body: Buffer.from(JSON.stringify({ model, input: { texts }, parameters })),
    };
  },
  readAnswer: ({ body }, { model, request }) => vectorsOf(body, model, request),
};

/** In the order of their texts, which each entry names. */
function vectorsOf(bytes: Buffer, model: string, request: EmbeddingsRequest): ReadAnswer | undefined {
  const answer = jsonIn(bytes);
  const output = isObject(answer) ? answer['output'] : undefined;
  if (!isObject(answer) || !isObject(output) || !Array.isArray(output['embeddings'])) return undefined;
  const { request_id: id, usage } = answer;
  const vectors = (output['embeddings'] as readonly unknown[])
    .filter(isObject)
    .toSorted((one, other) => Number(one['text_index']) - Number(other['text_index']))
    .map(({ embedding }) => embedding);
  const told = reportedUsage(isObject(usage) ? { prompt_tokens: usage['total_tokens'] } : undefined);
  return toldVectors({ vectors, model, usage: told, facts: { id, model: undefined, cost: undefined } }, request);
}
