import { RelayError } from '../http/relay-error.ts';
import { CHOICES_MAX, MAX_TOKENS_MAX, NAME_LETTERS_MAX } from '../limits.ts';
import { type Member, membersOf } from './json-splice.ts';
import { badNameAmong, badStreamOption } from './member-names.ts';
import { isRecordable } from './recordable.ts';

export type JsonObject = { readonly [name: string]: unknown };

/** A JSON body of which nothing but the model is known to be well formed. `model` is '' when there is none. */
export type JsonRequest = { readonly bytes: Buffer; readonly body: JsonObject; readonly model: string };

/** A chat request whose fields that matter to us are well formed (contract B.8). */
export type ChatRequest = JsonRequest & {
  readonly members: readonly Member[];
  readonly messages: readonly JsonObject[];
  readonly stream: boolean;
  /** The caller itself asked for the usage of its stream. */
  readonly usageAsked: boolean;
  /** The largest stated maximum of an answer's tokens; undefined when none above 0 is stated. */
  readonly completionMax: number | undefined;
  readonly choices: number;
};

/** Contract B.3, row 8. The model's name goes into the ledger, so it is bounded here. */
export function parseJsonRequest(bytes: Buffer, contentType: string | undefined): JsonRequest | RelayError {
  if (contentType !== undefined && !contentType.toLowerCase().startsWith('application/json')) {
    return RelayError.field('', 'Content-Type must be application/json');
  }
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return RelayError.field('', 'the body is not valid JSON');
  }
  if (!isObject(body)) return RelayError.field('', 'the body must be a JSON object');
  const { model } = body;
  if (typeof model !== 'string' || model === '') return RelayError.field('model', 'must be the name of a model');
  if (model.length > NAME_LETTERS_MAX)
    return RelayError.field('model', `must have at most ${NAME_LETTERS_MAX} characters`);
  if (!isRecordable(model, NAME_LETTERS_MAX))
    return RelayError.field('model', 'holds a character that no name can have');
  return { bytes, body, model };
}

const MAXIMA = ['max_tokens', 'max_completion_tokens'];

export function validateChat(request: JsonRequest): ChatRequest | RelayError {
  const { body, bytes } = request;
  const { messages, stream, stream_options: streamOptions } = body;
  if (!Array.isArray(messages) || messages.length === 0)
    return RelayError.field('messages', 'must be a list that is not empty');
  for (let index = 0; index < messages.length; index += 1)
    if (!isObject(messages[index])) return RelayError.field(`messages[${index}]`, 'must be an object');
  if (!isAbsent(stream) && typeof stream !== 'boolean') return RelayError.field('stream', 'must be true or false');
  if (!isAbsent(streamOptions) && !isObject(streamOptions))
    return RelayError.field('stream_options', 'must be an object');
  for (const field of MAXIMA) {
    if (!isIntegerWithin(body[field], 0, MAX_TOKENS_MAX))
      return RelayError.field(field, `must be a whole number from 0 to ${MAX_TOKENS_MAX}`);
  }
  if (!isIntegerWithin(body['n'], 1, CHOICES_MAX))
    return RelayError.field('n', `must be a whole number from 1 to ${CHOICES_MAX}`);

  const members = membersOf(bytes);
  const bad = badNameAmong(members) ?? (isObject(streamOptions) ? badStreamOption(streamOptions) : undefined);
  if (bad !== undefined) return RelayError.field(bad.field, bad.problem);

  const completionMax = Math.max(Number(body['max_tokens'] ?? 0), Number(body['max_completion_tokens'] ?? 0));
  return {
    bytes,
    body,
    model: request.model,
    members,
    messages,
    stream: stream === true,
    usageAsked: stream === true && isObject(streamOptions) && streamOptions['include_usage'] === true,
    completionMax: completionMax > 0 ? completionMax : undefined,
    choices: Number(body['n'] ?? 1),
  };
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isIntegerWithin = (value: unknown, low: number, high: number): boolean =>
  isAbsent(value) || (Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high);
