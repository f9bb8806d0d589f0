import type { JsonObject } from '../wire/json.ts';
import type { Asked } from './asked.ts';

/** What decides on the price of a request whose channel changes what goes up (docs/behaviour.md#overrides). */
export type SentFacts = {
  /** Of an answer's tokens; undefined where that is as the caller said, `tokens` undefined where none is stated. */
  readonly maximum: { readonly tokens: number | undefined } | undefined;
  /** undefined: as the caller said. */
  readonly choices: number | undefined;
  readonly asked: Asked;
  /** How hard the model is asked to think; undefined: as the caller said, `word` undefined where nobody says. */
  readonly effort: { readonly word: string | undefined } | undefined;
  /** What goes up beside the caller's words. */
  readonly body: JsonObject;
  /** What the channel adds to the prompt. */
  readonly added: readonly unknown[];
};
