import { RelayError } from '../errors/relay-error.ts';
import { NAME_CHARACTERS_MAX } from '../limits.ts';
import { isRecordable } from './recordable.ts';
import { utf8Text } from './utf8-text.ts';

export type JsonObject = { readonly [name: string]: unknown };

/** A JSON body of which nothing but the model is known to be well formed. `model` is '' when there is none. */
export type JsonRequest = { readonly bytes: Buffer; readonly body: JsonObject; readonly model: string };

/**
 * docs/behaviour.md#order-of-checks, 8. The model's name goes into the ledger, so it is bounded here.
 * @param named the model, where the path of the request names it: then it is no matter what the body calls it
 */
export function parseJsonRequest(
  bytes: Buffer,
  contentType: string | undefined,
  named?: string,
): JsonRequest | RelayError {
  if (contentType !== undefined && !contentType.toLowerCase().startsWith('application/json')) {
    return RelayError.field('', 'Content-Type must be application/json');
  }
  const body = jsonIn(bytes);
  if (body === undefined) return RelayError.field('', 'the body is not valid JSON');
  if (!isObject(body)) return RelayError.field('', 'the body must be a JSON object');
  const model = named ?? body['model'];
  if (typeof model !== 'string' || model === '') return RelayError.field('model', 'must be the name of a model');
  if (model.length > NAME_CHARACTERS_MAX)
    return RelayError.field('model', `must have at most ${NAME_CHARACTERS_MAX} characters`);
  if (!isRecordable(model, NAME_CHARACTERS_MAX))
    return RelayError.field('model', 'holds a character that no name can have');
  return { bytes, body, model };
}

/** One of our own making. */
export const jsonRequestOf = (body: JsonObject): JsonRequest | RelayError =>
  parseJsonRequest(Buffer.from(JSON.stringify(body)), undefined);

/** undefined when the bytes are no JSON in UTF-8. */
export const jsonIn = (bytes: Buffer): unknown => parsedJson(utf8Text(bytes));

/** undefined when the text is no JSON. */
export function parsedJson(text: string): unknown {
  // What comes with every comment of a stream: to throw takes longer than all else that is done with it.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
