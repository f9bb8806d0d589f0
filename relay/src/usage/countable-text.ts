import { KEPT_TEXT_CHARACTERS_MAX } from '../limits.ts';
import type { Produced } from './usage.ts';

/** Tokens around each call of a tool (docs/billing.md#counted-usage). */
export const TOOL_CALL_TOKENS = 7;

/** What a model wrote into a stream, in case it has to be counted. */
export class CountableText {
  #texts: string[] = [];
  #characters = 0;
  #hasCome = false;
  /** How many calls of tools it made. */
  toolCalls = 0;

  readonly add = (text: string): void => {
    this.#hasCome = true;
    this.#texts.push(text);
    this.#characters += text.length;
  };

  /** Whether anything was said, however much of it has been taken since. */
  get hasSaid(): boolean {
    return this.#hasCome || this.toolCalls > 0;
  }

  /** With what has not been taken. */
  produced(soundTokens = 0): Produced {
    return { texts: [this.#texts.join('')], fixedTokens: this.toolCalls * TOOL_CALL_TOKENS, soundTokens };
  }

  /** What may be counted now and forgotten, once there are more than `KEPT_TEXT_CHARACTERS_MAX` characters of it. */
  take(): string | undefined {
    if (this.#characters <= KEPT_TEXT_CHARACTERS_MAX) return undefined;
    const text = this.#texts.join('');
    this.#texts = [];
    this.#characters = 0;
    return text;
  }
}
