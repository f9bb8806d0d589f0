import { channelTypeNamed } from '@ledgate/domain/channel/channel-types';
import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import type { ReadAnswer } from '../../modes/answer.ts';
import type { EmbeddingsRequest } from '../../modes/embeddings-request.ts';
import { isObject, jsonIn } from '../../wire/json.ts';
import { splitUrl } from '../../wire/split-url.ts';
import { openAiHeaders } from '../openai/openai-headers.ts';
import { reportedUsage } from '../openai/reported-usage.ts';
import type { Adapter } from '../provider.ts';
import { toldVectors } from '../told-vectors.ts';

const { defaultBaseUrl: DEFAULT_BASE_URL } = channelTypeNamed('ollama');

/** Vectors by Ollama's own /api/embed ("API: Generate embeddings"). */
export const ollamaEmbeddings: Adapter<'embeddings'> = {
  converts: true,
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
  const answer = jsonIn(bytes);
  if (!isObject(answer) || !Array.isArray(answer['embeddings'])) return undefined;
  const { embeddings: vectors, model, prompt_eval_count: prompt } = answer;
  const usage = reportedUsage(typeof prompt === 'number' ? { prompt_tokens: prompt } : undefined);
  return toldVectors({ vectors: vectors as readonly unknown[], model, usage }, request);
}
