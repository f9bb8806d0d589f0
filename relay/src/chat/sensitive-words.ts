import { RelayError } from '../http/relay-error.ts';
import type { JsonObject } from './chat-request.ts';

/** The words of the option SensitiveWords, one a line, made ready once for each text of the option. */
export class SensitiveWords {
  #text = '';
  #words: readonly string[] = [];

  /** Refuses a prompt that contains one of the words: case-insensitive, in contents that are plain text (contract B.8). */
  check(messages: readonly JsonObject[], optionText: string): RelayError | undefined {
    if (optionText !== this.#text) {
      this.#text = optionText;
      this.#words = [...new Set(optionText.split('\n').map((word) => word.trim().toLowerCase()).filter((word) => word !== ''))];
    }
    if (this.#words.length === 0) return undefined;
    for (const { content } of messages) {
      if (typeof content !== 'string') continue;
      const text = content.toLowerCase();
      if (this.#words.some((word) => text.includes(word))) {
        return RelayError.own(400, 'sensitive_words_detected', 'the prompt contains words that are not allowed here', 'messages');
      }
    }
    return undefined;
  }
}
