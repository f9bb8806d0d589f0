import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { toldError } from '../wire/told-error.ts';
import { toldStatus } from '../errors/told-status.ts';
import type { Refusal } from '../modes/answer.ts';
import { toldMessage, upstreamError } from '../upstream/upstream-error.ts';
import { isObject, jsonIn, type JsonObject } from '../wire/json.ts';

/** An error that came with status 200, as the refusal that it is: in OpenAI's, Google's or Anthropic's envelope, or by itself. */
export function refusalOf(told: JsonObject, channel: ChannelView): Refusal {
  const { error, message } = told;
  const status = toldStatus(isObject(error) ? error : told);
  const head = { status, statusText: '', headers: {} };
  const body = !isObject(error) && typeof message === 'string' ? { error: told } : told;
  return { status, error: upstreamError(head, Buffer.from(JSON.stringify(body)), channel) };
}

/** Why an answer, or a stream that begins with this event, is none; undefined where it does not say that it failed, or has choices beside. */
export function refusalIn(event: JsonObject, channel: ChannelView): Refusal | undefined {
  const { choices, error } = event;
  const hasChoices = Array.isArray(choices) && choices.length > 0;
  return hasChoices || toldError(error) === undefined ? undefined : refusalOf(event, channel);
}

/**
 * Why what came in place of an answer is none, in whatever shape; undefined where it does not say, or says that all went well. Google tells it in a list
 * where it would have streamed.
 */
export function refusalInPlace(body: Buffer, channel: ChannelView): Refusal | undefined {
  const came = jsonIn(body);
  const told: unknown = Array.isArray(came) ? (came as readonly unknown[])[0] : came;
  if (!isObject(told)) return undefined;
  if (toldError(told['error']) !== undefined) return refusalOf(told, channel);
  return toldMessage(told) === '' || saysThatAllWentWell(told) ? undefined : refusalOf(told, channel);
}

const GOOD_CODES: ReadonlySet<unknown> = new Set([0, 200, '0', '200', 'success', 'ok']);

const saysThatAllWentWell = ({ code, status, success }: JsonObject): boolean =>
  success === true || GOOD_CODES.has(code) || GOOD_CODES.has(status);
