import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import type { Refusal } from '../../modes/answer.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** The status that goes with a type of Anthropic's errors where it is not told in a stream. */
const STATUSES: ReadonlyMap<unknown, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** A stream that begins with an error, as the refusal that it is: `event` is that error. */
export function refusalIn(event: JsonObject, channel: ChannelView): Refusal {
  const status = STATUSES.get(isObject(event['error']) ? event['error']['type'] : undefined) ?? 500;
  const head = { status, statusText: '', headers: {} };
  return { status, error: upstreamError(head, Buffer.from(JSON.stringify(event)), channel) };
}
