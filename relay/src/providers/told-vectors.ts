import type { ReadAnswer } from '../modes/answer.ts';
import type { EmbeddingsRequest } from '../modes/embeddings-request.ts';
import { openAiUsage } from '../usage/told-usage.ts';
import { NOTHING_PRODUCED, type ReportedUsage } from '../usage/usage.ts';

const FLOAT_BYTES = 4;

type Told = {
  readonly vectors: readonly unknown[];
  readonly model: unknown;
  /** Undefined: the upstream tells none, or no possible one. */
  readonly usage: ReportedUsage | undefined;
};

/** Vectors, in the order of what they were asked for, as OpenAI's list of them. */
export function toldVectors({ vectors, model, usage }: Told, { body }: EmbeddingsRequest): ReadAnswer {
  const isPacked = body['encoding_format'] === 'base64';
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: isPacked ? packed(vector) : vector,
  }));
  const told = usage === undefined ? undefined : openAiUsage(usage);
  return {
    body: Buffer.from(JSON.stringify({ object: 'list', data, model, usage: told })),
    usage,
    ...(usage === undefined ? { lacksUsage: true } : {}),
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
