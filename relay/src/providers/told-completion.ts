import type { ReadAnswer } from '../modes/answer.ts';
import { openAiUsage } from '../usage/told-usage.ts';
import type { JsonObject } from '../wire/json.ts';
import { END_MARK } from '../wire/sse.ts';
import { createdS } from './created.ts';
import { readOpenAiAnswer } from './openai/openai-answer.ts';
import type { Call } from './provider.ts';

// An answer in OpenAI's form, of providers that tell theirs in another.

/** `createdS`: seconds since 1970. */
export type CompletionHead = { readonly id: string; readonly model: string; readonly createdS: number };

/** `finish_reason`, and a usage where the provider told one. */
type Ending = { readonly reason: string; readonly usage: JsonObject | undefined };

/** Of an answer that does not name itself. */
export const headOf = (call: Pick<Call, 'model' | 'atMs'>): CompletionHead => ({
  id: `chatcmpl-${call.atMs}`,
  model: call.model,
  createdS: createdS(call),
});

/** A whole completion of one choice. Its body has the usage that was charged where the provider told none. */
export function completionOf(
  { id, model, createdS: created }: CompletionHead,
  message: JsonObject,
  { reason, usage }: Ending,
): ReadAnswer | undefined {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, logprobs: null, finish_reason: reason }];
  const bodyWith = (told: JsonObject | undefined): Buffer =>
    Buffer.from(JSON.stringify({ id, object: 'chat.completion', created, model, choices, usage: told }));
  const read = readOpenAiAnswer(bodyWith(usage));
  return read === undefined || read.usage !== undefined
    ? read
    : { ...read, bodyWith: (charged) => bodyWith(openAiUsage(charged)) };
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
    code: String(status),
  },
});

/** The end mark, as an event. */
export const END = `data: ${END_MARK}\n\n`;

/** The chunks of one completion of one choice, as events. The first one has the role. */
export class CompletionChunks {
  #hasBegun = false;
  /** Its names may be told later, before the first chunk. */
  head: CompletionHead;

  constructor(head: CompletionHead) {
    this.head = head;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  delta(delta: JsonObject): string {
    return this.#choice(delta, null);
  }

  /** Its last chunks, and the one with the usage. */
  finish({ reason, usage }: Ending): string {
    const told = usage === undefined ? '' : this.#chunk([], { usage });
    return `${this.#choice({}, reason)}${told}`;
  }

  /** The same, and the end mark. */
  ending(ending: Ending): string {
    return `${this.finish(ending)}${END}`;
  }

  #choice(delta: JsonObject, reason: string | null): string {
    const role = this.#hasBegun ? {} : { role: 'assistant' };
    this.#hasBegun = true;
    return this.#chunk([{ index: 0, delta: { ...role, ...delta }, logprobs: null, finish_reason: reason }]);
  }

  #chunk(choices: readonly JsonObject[], more: JsonObject = {}): string {
    const { id, model, createdS: created } = this.head;
    const head = { id, object: 'chat.completion.chunk', created, model };
    return `data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`;
  }
}
