import type { PromptSize } from '@ledgate/domain/pricing/prompt-bound';
import { RelayError } from '../errors/relay-error.ts';
import { CHOICES_MAX, MAX_TOKENS_MAX, TEST_TOKENS_MAX } from '../limits.ts';
import type { CostAsked } from '../usage/cost.ts';
import { type Member, membersOf } from '../wire/json-splice.ts';
import { isObject, type JsonObject, type JsonRequest, jsonRequestOf } from '../wire/json.ts';
import { badNameAmong, badStreamOption } from '../wire/member-names.ts';
import type { Asked } from './asked.ts';
import { refusesMaxTokens } from './reasoning-effort.ts';
import type { SentFacts } from './sent-facts.ts';

/** A chat request whose fields that matter to us are well formed (docs/behaviour.md#chat-requests). */
export type ChatRequest = JsonRequest & {
  readonly members: readonly Member[];
  readonly messages: readonly JsonObject[];
  readonly stream: boolean;
  /** The caller itself asked for the usage of its stream. */
  readonly usageAsked: boolean;
  /** The largest stated maximum of an answer's tokens; undefined when none above 0 is stated. */
  readonly completionMax: number | undefined;
  readonly choices: number;
  /** The caller's wish, for upstreams that have several: left out where he has none. */
  readonly apiVersion?: string;
  /** What the caller wants of OpenAI's by a header of its own: left out where he wants nothing. */
  readonly beta?: string;
  /** Left out: the caller is not told what it costs. */
  readonly costAsked?: CostAsked;
  /** What the caller sent, where he speaks another dialect than OpenAI's: for upstreams that speak it too. */
  readonly native?: NativeRequest;
  /** Left out where the channel changes nothing of what is asked. */
  readonly sent?: SentFacts;
};

/** A caller's own bytes in his own dialect. `headers`: names and values in turn, of his that go up with them. */
export type NativeRequest = {
  readonly json: JsonRequest;
  readonly headers: readonly string[];
  /** Why only such an upstream can serve it; undefined where its inner form says all that matters. */
  readonly only: RelayError | undefined;
  /** Of the bytes as they are, whatever the inner form has of them. */
  readonly sizeOf: (model: string) => NativeSize;
  /** What a model reads of it that is not in the inner form. */
  readonly leftBehind: readonly unknown[];
  /** What it asks for beside tokens, as its dialect says it. */
  readonly asked: (model: string) => Asked;
  /** How hard it asks the model to think, in its own word; undefined where it says nothing. */
  readonly effort: string | undefined;
  /** Of Responses: a conversation is to be made shorter, and not to be answered. */
  readonly isCompaction?: true;
};

/** `rounds`: how many times the provider may read the prompt and write as much of an answer as was asked for. */
export type NativeSize = PromptSize & { readonly rounds: number };

/** Of a request that goes up as its caller wrote it. */
export function nativeOf({ native }: ChatRequest): NativeRequest {
  if (native === undefined) throw new Error('a native request has the bytes of its caller');
  return native;
}

/** The usage of its stream is told, since the caller asked for it or for what it costs. */
export const isUsageTold = ({ usageAsked, costAsked }: ChatRequest): boolean => usageAsked || costAsked === 'always';

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

/** A word, to be answered in few tokens. */
export function testChat(model: string, upstreamModel: string): ChatRequest | RelayError {
  const maximum = refusesMaxTokens(upstreamModel) ? 'max_completion_tokens' : 'max_tokens';
  const json = jsonRequestOf({
    model,
    messages: [{ role: 'user', content: 'hi' }],
    [maximum]: TEST_TOKENS_MAX,
    stream: false,
  });
  return json instanceof RelayError ? json : validateChat(json);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const isIntegerWithin = (value: unknown, low: number, high: number): boolean =>
  isAbsent(value) || (Number.isSafeInteger(value) && (value as number) >= low && (value as number) <= high);
