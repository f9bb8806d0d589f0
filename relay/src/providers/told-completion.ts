import type { JsonObject } from '../wire/json.ts';
import { END_MARK } from '../wire/sse.ts';

// An answer in OpenAI's form, of providers that tell theirs in another.

/** `createdS`: seconds since 1970. */
export type CompletionHead = { readonly id: string; readonly model: string; readonly createdS: number };

/** `finish_reason`, and a usage where the provider told one. */
type Ending = { readonly reason: string; readonly usage: JsonObject | undefined };

/** A whole completion of one choice. */
export function completionOf({ id, model, createdS }: CompletionHead, message: JsonObject, ending: Ending): Buffer {
  return Buffer.from(
    JSON.stringify({
      id,
      object: 'chat.completion',
      created: createdS,
      model,
      choices: [{ index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason: ending.reason }],
      usage: ending.usage,
    }),
  );
}

/** `prompt_tokens` and the like; undefined where the provider gave no numbers. */
export function usageOf(prompt: unknown, completion: unknown): JsonObject | undefined {
  if (typeof prompt !== 'number' || typeof completion !== 'number') return undefined;
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** What an upstream said went wrong behind its status 200; `code` is the status that it should have had. */
export const failureOf = (message: unknown, status: number, type: unknown = 'upstream_error'): JsonObject => ({
  error: {
    message: typeof message === 'string' && message !== '' ? message : 'the upstream failed',
    type,
    param: null,
    code: status,
  },
});

/** The chunks of one completion of one choice, as events. The first one has the role. */
export class CompletionChunks {
  readonly #createdS: number;
  readonly #model: string;
  #hasBegun = false;
  /** May be told later than the head, before the first chunk. */
  id: string;

  constructor({ id, model, createdS }: CompletionHead) {
    this.id = id;
    this.#model = model;
    this.#createdS = createdS;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  delta(delta: JsonObject): string {
    return this.#choice(delta, null);
  }

  /** Its last chunks, the one with the usage and the end mark. */
  ending({ reason, usage }: Ending): string {
    const told = usage === undefined ? '' : this.#chunk([], { usage });
    return `${this.#choice({}, reason)}${told}data: ${END_MARK}\n\n`;
  }

  #choice(delta: JsonObject, reason: string | null): string {
    const role = this.#hasBegun ? {} : { role: 'assistant' };
    this.#hasBegun = true;
    return this.#chunk([{ index: 0, delta: { ...role, ...delta }, logprobs: null, finish_reason: reason }]);
  }

  #chunk(choices: readonly JsonObject[], more: JsonObject = {}): string {
    const { id } = this;
    const head = { id, object: 'chat.completion.chunk', created: this.#createdS, model: this.#model };
    return `data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`;
  }
}
