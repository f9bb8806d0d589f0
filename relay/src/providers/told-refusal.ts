import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { toldStatus } from '../errors/told-status.ts';
import type { Refusal } from '../modes/answer.ts';
import { toldMessage, upstreamError } from '../upstream/upstream-error.ts';
import { isObject, type JsonObject, parsedJson } from '../wire/json.ts';

/** An error that came with status 200, as the refusal that it is: in OpenAI's, Google's or Anthropic's envelope, or by itself. */
export function refusalOf(told: JsonObject, channel: ChannelView): Refusal {
  const { error, message } = told;
  const status = toldStatus(isObject(error) ? error : told);
  const head = { status, statusText: '', headers: {} };
  const body = !isObject(error) && typeof message === 'string' ? { error: told } : told;
  return { status, error: upstreamError(head, Buffer.from(JSON.stringify(body)), channel) };
}

/** Why a stream that begins with this event is no answer; undefined where it does not say that it failed. */
export const refusalIn = (event: JsonObject, channel: ChannelView): Refusal | undefined =>
  !Array.isArray(event['choices']) && isError(event['error']) ? refusalOf(event, channel) : undefined;

const isError = (error: unknown): boolean => isObject(error) || (typeof error === 'string' && error !== '');

/** Why what came in place of an answer is none, in whatever shape; undefined where it does not say. Google tells it in a list where it would have streamed. */
export function refusalInPlace(body: Buffer, channel: ChannelView): Refusal | undefined {
  const came = parsedJson(body.toString('utf8'));
  const told: unknown = Array.isArray(came) ? (came as readonly unknown[])[0] : came;
  if (!isObject(told)) return undefined;
  return isObject(told['error']) || toldMessage(told) !== '' ? refusalOf(told, channel) : undefined;
}
