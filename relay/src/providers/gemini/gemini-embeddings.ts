import { UnsupportedRequest } from '../../errors/unsupported-request.ts';
import { GEMINI_EMBEDDED_TEXTS_MAX } from '../../limits.ts';
import type { ReadAnswer, Refusal } from '../../modes/answer.ts';
import type { EmbeddingsRequest } from '../../modes/embeddings-request.ts';
import { isObject, jsonIn, type JsonObject } from '../../wire/json.ts';
import type { Adapter, Call } from '../provider.ts';
import { toldVectors } from '../told-vectors.ts';
import { refusalIn } from './content-refusal.ts';
import { usageOfContent } from './content-usage.ts';
import { collectedName, geminiHeaders, geminiUrl } from './gemini-target.ts';

/** Vectors by embedContent, of several texts by batchEmbedContents (Gemini API reference, "Embeddings"). */
export const geminiEmbeddings: Adapter<'embeddings'> = {
  converts: true,
  request({ channel, model, request }) {
    const texts = textsOf(request);
    const dimensions = request.body['dimensions'] ?? undefined;
    const asked = texts.map((text) => ({
      model: collectedName(model),
      content: { parts: [{ text }] },
      outputDimensionality: dimensions,
    }));
    const isOne = asked.length === 1;
    return {
      ...geminiUrl(channel, model, isOne ? 'embedContent' : 'batchEmbedContents'),
      headers: geminiHeaders(['x-goog-api-key', channel.key], false),
      body: Buffer.from(JSON.stringify(isOne ? asked[0] : { requests: asked })),
    };
  },
  readAnswer: ({ body }, call) => vectorsOf(body, call),
};

function textsOf({ texts, tokens }: EmbeddingsRequest): readonly string[] {
  if (tokens > 0) throw new UnsupportedRequest('input', 'must be texts, since this channel takes no tokens');
  if (texts.length > GEMINI_EMBEDDED_TEXTS_MAX)
    throw new UnsupportedRequest('input', `must have at most ${GEMINI_EMBEDDED_TEXTS_MAX} entries for this channel`);
  return texts;
}

/** Of an answer that has not a vector for each text nobody could say which it lacks: it is none. */
function vectorsOf(bytes: Buffer, { channel, model, request }: Call<'embeddings'>): ReadAnswer | Refusal | undefined {
  const answer = jsonIn(bytes);
  if (!isObject(answer)) return undefined;
  if (answer['error'] !== undefined) return refusalIn(answer, channel);
  const vectors = toldIn(answer).map((told) => (isObject(told) ? told['values'] : undefined));
  if (vectors.length !== request.texts.length || !vectors.every(Array.isArray)) return undefined;
  return toldVectors({ vectors, model, usage: usageOfContent(answer['usageMetadata']) }, request);
}

const toldIn = ({ embedding, embeddings }: JsonObject): readonly unknown[] =>
  Array.isArray(embeddings) ? (embeddings as unknown[]) : [embedding];
