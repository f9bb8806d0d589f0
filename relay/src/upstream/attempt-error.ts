import { RelayError } from '../http/relay-error.ts';
import type { AnswerHead } from './upstream-attempt.ts';

const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * An attempt that got no answer, or half of one (contract B.5). Silence is a 504, which is not retried: the upstream may still be working. An
 * answer that broke off was a success to the upstream, so it is not asked again either. What the error says stays with the operator.
 */
export function attemptError(error: Error, head: AnswerHead | undefined): RelayError {
  if (TIMEOUTS.has((error as NodeJS.ErrnoException).code ?? '')) return RelayError.own(504, 'upstream_timeout', 'the upstream did not answer in time');
  if (head === undefined) return RelayError.attempt(500, 'do_request_failed', 'the upstream could not be reached');
  if (head.status === 200) return RelayError.own(502, 'bad_response', 'the answer of the upstream broke off');
  return RelayError.attempt(head.status >= 400 ? head.status : 502, 'bad_response_status_code', `the upstream request failed with status ${head.status}`);
}
