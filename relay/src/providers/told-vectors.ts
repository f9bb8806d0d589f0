import type { AnswerFacts, ReadAnswer } from '../modes/answer.ts';
import type { EmbeddingsRequest } from '../modes/embeddings-request.ts';
import { NOTHING_PRODUCED, type ReportedUsage } from '../usage/usage.ts';
import type { JsonObject } from '../wire/json.ts';

const FLOAT_BYTES = 4;

type Told = {
  readonly vectors: readonly unknown[];
  readonly model: unknown;
  /** Undefined: the upstream tells none, or no possible one. */
  readonly usage: ReportedUsage | undefined;
  /** Without them the model alone is what the upstream said of its answer. */
  readonly facts?: AnswerFacts;
};

/** Vectors, in the order of what they were asked for, as OpenAI's list of them. */
export function toldVectors({ vectors, model, usage, facts }: Told, { body }: EmbeddingsRequest): ReadAnswer {
  const isPacked = body['encoding_format'] === 'base64';
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: isPacked ? packed(vector) : vector,
  }));
  const bodyWith = (told: ReportedUsage | undefined): Buffer =>
    Buffer.from(JSON.stringify({ object: 'list', data, model, usage: told && usageOfVectors(told) }));
  return {
    body: bodyWith(usage),
    ...(usage === undefined ? { bodyWith } : {}),
    usage,
    produced: () => NOTHING_PRODUCED,
    facts: facts ?? { id: undefined, model, cost: undefined },
  };
}

/** Vectors are made of a prompt alone. */
const usageOfVectors = ({ prompt }: ReportedUsage): JsonObject => ({ prompt_tokens: prompt, total_tokens: prompt });

/** Little-endian floats in base64, as OpenAI writes them. */
function packed(vector: unknown): string {
  const numbers = Array.isArray(vector) ? (vector as readonly unknown[]) : [];
  const bytes = Buffer.alloc(numbers.length * FLOAT_BYTES);
  for (const [index, number] of numbers.entries()) bytes.writeFloatLE(Number(number), index * FLOAT_BYTES);
  return bytes.toString('base64');
}
