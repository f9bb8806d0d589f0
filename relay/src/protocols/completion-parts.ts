import { RelayError } from '../errors/relay-error.ts';
import { jsonValues } from '../wire/json-size.ts';
import { isObject, type JsonObject, parsedJson } from '../wire/json.ts';

// Of chat completions and their chunks, for protocols that make something else of them.

export const nameOf = (model: unknown, otherwise: string): string =>
  typeof model === 'string' && model !== '' ? model : otherwise;

/** What a model thought, as far as providers of OpenAI's form tell it. */
export const thoughtIn = ({ reasoning_content: content, reasoning }: JsonObject): string =>
  textOf(content ?? reasoning);

/** What it said: the answer's text, or why it will not answer. */
export const textIn = ({ content, refusal }: JsonObject): string =>
  Array.isArray(content)
    ? (content as unknown[]).map((part) => (isObject(part) ? textOf(part['text']) : '')).join('')
    : textOf(content) || textOf(refusal);

/** A model writes its arguments as text, which need not be JSON, or holds too much to be parsed: then it stands as it is in a member of its own. */
export function argumentsIn(written: unknown): JsonObject {
  const text = textOf(written);
  if (text.trim() === '') return {};
  const input = jsonValues(Buffer.from(text)) instanceof RelayError ? undefined : parsedJson(text);
  return isObject(input) ? input : { arguments: text };
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
