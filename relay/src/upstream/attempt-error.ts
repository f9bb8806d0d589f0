import { RelayError } from '../errors/relay-error.ts';
import { ANSWER_BYTES_MAX } from '../limits.ts';
import { type AnswerHead, AnswerTooLarge, NoRoomForAnswer } from './upstream-attempt.ts';

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

const ANSWER_MIB_MAX = ANSWER_BYTES_MAX / 1024 / 1024;

/** The HTTP client will not write such a request: a header or path that the channel's fields made. */
const REFUSED_TO_SEND = 'UND_ERR_INVALID_ARG';

/**
 * An attempt that got no answer, or half of one (docs/behaviour.md#retries). Silence is a 504, which is not retried: the upstream may still be working. An
 * answer that broke off was a success to the upstream, so it is not asked again either. What the error says stays with the operator.
 */
export function attemptError(error: Error, head: AnswerHead | undefined): RelayError {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (TIMEOUTS.has(code)) return silence();
  if (error instanceof AnswerTooLarge)
    return RelayError.own(502, 'bad_response', `the answer of the upstream is larger than ${ANSWER_MIB_MAX} MiB`);
  if (error instanceof NoRoomForAnswer)
    return RelayError.own(503, 'service_unavailable', 'too many large answers are under way');
  if (code === REFUSED_TO_SEND)
    return RelayError.attempt(
      500,
      'convert_request_failed',
      'this channel is not set up properly: its request cannot be sent',
    );
  if (head === undefined) return RelayError.attempt(500, 'do_request_failed', 'the upstream could not be reached');
  if (head.status === 200) return RelayError.own(502, 'bad_response', 'the answer of the upstream broke off');
  return RelayError.attempt(
    head.status >= 400 ? head.status : 502,
    'bad_response_status_code',
    `the upstream request failed with status ${head.status}`,
  );
}

/** A stream that did not come to its end: silence, or it broke off. `error` is undefined where the upstream closed it in good order. */
export function streamError(error: Error | undefined): RelayError {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return TIMEOUTS.has(code) ? silence() : RelayError.own(502, 'bad_response', 'the stream of the upstream broke off');
}

const silence = (): RelayError => RelayError.own(504, 'upstream_timeout', 'the upstream did not answer in time');
