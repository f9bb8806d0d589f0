import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../../errors/relay-error.ts';
import type { Refusal } from '../../modes/answer.ts';
import { upstreamError } from '../../upstream/upstream-error.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';

/** A prompt that Gemini blocks is the caller's doing. */
const BLOCKED = 400;

/** Of an answer with status 200: an error, or a prompt that was blocked. */
export function refusalIn(answer: JsonObject, channel: ChannelView): Refusal {
  const { error, promptFeedback: feedback } = answer;
  if (error === undefined && isObject(feedback)) return { status: BLOCKED, error: blocked(feedback) };
  const code = isObject(error) ? error['code'] : undefined;
  const status =
    Number.isSafeInteger(code) && (code as number) >= 400 && (code as number) <= 599 ? (code as number) : 500;
  const head = { status, statusText: '', headers: {} };
  return { status, error: upstreamError(head, Buffer.from(JSON.stringify(answer)), channel) };
}

function blocked({ blockReason: reason, blockReasonMessage: told }: JsonObject): RelayError {
  const why = typeof told === 'string' && told !== '' ? `: ${told}` : '';
  const message = `the provider blocked the prompt (${String(reason)})${why}`;
  const members = { message, type: 'invalid_request_error', param: null, code: 'content_filter' };
  return RelayError.ofUpstream(BLOCKED, members, true, '');
}
