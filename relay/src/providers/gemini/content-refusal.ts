import type { ChannelView } from '@ledgate/projections/directory/relay-view';
import { RelayError } from '../../errors/relay-error.ts';
import type { Refusal } from '../../modes/answer.ts';
import { isObject, type JsonObject } from '../../wire/json.ts';
import { refusalOf } from '../told-refusal.ts';

/** A prompt that Gemini blocks is the caller's doing. */
const BLOCKED = 400;

/** Of an answer with status 200: an error, or a prompt that was blocked. */
export function refusalIn(answer: JsonObject, channel: ChannelView): Refusal {
  const { error, promptFeedback: feedback } = answer;
  if (error === undefined && isObject(feedback)) return { status: BLOCKED, error: blocked(feedback) };
  return refusalOf(answer, channel);
}

function blocked({ blockReason: reason, blockReasonMessage: told }: JsonObject): RelayError {
  const why = typeof told === 'string' && told !== '' ? `: ${told}` : '';
  const message = `the provider blocked the prompt (${String(reason)})${why}`;
  const members = { message, type: 'invalid_request_error', param: null, code: 'content_filter' };
  return RelayError.ofUpstream(BLOCKED, members, true, '');
}
