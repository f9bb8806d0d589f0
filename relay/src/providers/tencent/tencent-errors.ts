import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Refusal } from '../../modes/answer.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { toldFailure } from '../completion/told-failure.ts';

/** The status due to the beginning of a code of Tencent Cloud's; any other is its own failure. */
const STATUSES: readonly (readonly [string, number])[] = [
  ['AuthFailure.UnauthorizedOperation', 403],
  ['AuthFailure', 401],
  ['UnauthorizedOperation', 403],
  ['InvalidParameter', 400],
  ['MissingParameter', 400],
  ['UnknownParameter', 400],
  ['UnsupportedOperation', 400],
  ['InvalidAction', 400],
  ['NoSuchVersion', 400],
  ['OperationDenied', 403],
  ['FailedOperation.ResourcePackExhausted', 403],
  ['FailedOperation.FreeResourcePackExhausted', 403],
  ['FailedOperation.ServiceNotActivated', 403],
  ['FailedOperation.ServiceStop', 403],
  ['FailedOperation.UserUnAuthError', 401],
  ['FailedOperation.EngineServerLimitExceeded', 429],
  ['FailedOperation.EngineRequestTimeout', 504],
  ['RequestLimitExceeded', 429],
  ['LimitExceeded', 429],
  ['ResourceInsufficient', 429],
  ['ResourceUnavailable', 503],
  ['ResourceNotFound', 404],
];
const OWN_FAILURE = 500;

/**
 * What is told with status 200 and is an error: `Error` of a whole answer, `ErrorMsg` of an event; undefined where it is none. A code that is a number is
 * the engine's own.
 */
export function tencentRefusal(
  { Error: whole, ErrorMsg: streamed }: JsonObject,
  channel: ChannelView,
): Refusal | undefined {
  const told = isObject(whole) ? whole : isObject(streamed) ? streamed : undefined;
  if (told === undefined) return undefined;
  const { Code: code, Message: message, Msg: msg } = told;
  const status = STATUSES.find(([beginning]) => String(code).startsWith(beginning))?.[1] ?? OWN_FAILURE;
  return toldFailure(status, { message: message ?? msg }, channel);
}
