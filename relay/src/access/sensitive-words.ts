import { RelayError } from '../errors/relay-error.ts';
import { isObject, type JsonObject } from '../wire/json.ts';

/** The words of the option SensitiveWords, one a line, made ready once for each text of the option. */
export class SensitiveWords {
  #text = '';
  #words: readonly string[] = [];

  /**
   * Refuses a prompt that contains one of the words: case-insensitive, in contents that are plain text and in the text parts of
   * those that are lists. (Plain texts alone any caller could pass by with a list.)
   */
  check(messages: readonly JsonObject[], optionText: string, field = 'messages'): RelayError | undefined {
    if (optionText !== this.#text) {
      this.#text = optionText;
      this.#words = [
        ...new Set(
          optionText
            .split('\n')
            .map((word) => word.trim().toLowerCase())
            .filter((word) => word !== ''),
        ),
      ];
    }
    if (this.#words.length === 0) return undefined;
    for (const { content } of messages) {
      if (
        typeof content === 'string' ? this.#standIn(content) : Array.isArray(content) && content.some(this.#standInPart)
      ) {
        return RelayError.own(
          400,
          'sensitive_words_detected',
          'the prompt contains words that are not allowed here',
          field,
        );
      }
    }
    return undefined;
  }

  #standIn(content: string): boolean {
    const text = content.toLowerCase();
    return this.#words.some((word) => text.includes(word));
  }

  /** A part's `text`, whatever its type: upstreams differ in what they call one. Some take bare strings as parts. */
  readonly #standInPart = (part: unknown): boolean => {
    const text = isObject(part) ? part['text'] : part;
    return typeof text === 'string' && this.#standIn(text);
  };
}
