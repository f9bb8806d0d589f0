import { RelayError } from '../errors/relay-error.ts';
import { isObject, type JsonObject } from '../wire/json.ts';

/**
 * Refuses a prompt that contains one of the words of the option SensitiveWords: case-insensitive, in contents that are plain text and in the text
 * parts of those that are lists. (Plain texts alone any caller could pass by with a list.)
 */
export function sensitiveWord(
  messages: readonly JsonObject[],
  words: readonly string[],
  field = 'messages',
): RelayError | undefined {
  if (words.length === 0) return undefined;
  const standIn = (content: string): boolean => {
    const text = content.toLowerCase();
    return words.some((word) => text.includes(word));
  };
  /** A part's `text`, whatever its type: upstreams differ in what they call one. Some take bare strings as parts. */
  const standInPart = (part: unknown): boolean => {
    const text = isObject(part) ? part['text'] : part;
    return typeof text === 'string' && standIn(text);
  };
  const isFound = messages.some(({ content }) =>
    typeof content === 'string' ? standIn(content) : Array.isArray(content) && content.some(standInPart),
  );
  return isFound
    ? RelayError.own(400, 'sensitive_words_detected', 'the prompt contains words that are not allowed here', field)
    : undefined;
}
