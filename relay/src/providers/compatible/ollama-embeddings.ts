import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import type { EmbeddingsRequest } from '../../modes/embeddings-request.ts';
import { NOTHING_PRODUCED } from '../../usage/usage.ts';
import { isObject, type JsonObject, parsedJson } from '../../wire/json.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { reportedUsage } from '../openai/reported-usage.ts';
import type { Adapter } from '../provider.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('ollama');
const FLOAT_BYTES = 4;

/** Vectors by Ollama's own /api/embed ("API: Generate embeddings"). */
export const ollamaEmbeddings: Adapter<'embeddings'> = {
  request({ channel, model, request }) {
    const { input, dimensions } = request.body;
    if (request.tokens > 0) throw new UnsupportedRequest('input', 'must be texts, since this channel takes no tokens');
    return {
      ...splitUrl(channel.baseUrl === '' ? DEFAULT_BASE_URL : channel.baseUrl, '/api/embed'),
      headers: openAiHeaders(channel, 'application/json', []),
      body: Buffer.from(JSON.stringify({ model, input, dimensions: dimensions ?? undefined })),
    };
  },
  readAnswer: ({ body }, { request }) => vectorsOf(body, request),
};

function vectorsOf(bytes: Buffer, request: EmbeddingsRequest): ReadAnswer | undefined {
  const answer = parsedJson(bytes.toString('utf8'));
  if (!isObject(answer) || !Array.isArray(answer['embeddings'])) return undefined;
  const { embeddings, model, prompt_eval_count: prompt } = answer;
  const isPacked = request.body['encoding_format'] === 'base64';
  const usage: JsonObject | undefined =
    typeof prompt === 'number' ? { prompt_tokens: prompt, total_tokens: prompt } : undefined;
  const data = (embeddings as readonly unknown[]).map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: isPacked ? packed(vector) : vector,
  }));
  return {
    body: Buffer.from(JSON.stringify({ object: 'list', data, model, usage })),
    usage: reportedUsage(usage),
    produced: () => NOTHING_PRODUCED,
    facts: { id: undefined, model, cost: undefined },
  };
}

/** Little-endian floats in base64, as OpenAI writes them. */
function packed(vector: unknown): string {
  const numbers = Array.isArray(vector) ? (vector as readonly unknown[]) : [];
  const bytes = Buffer.alloc(numbers.length * FLOAT_BYTES);
  for (const [index, number] of numbers.entries()) bytes.writeFloatLE(Number(number), index * FLOAT_BYTES);
  return bytes.toString('base64');
}
