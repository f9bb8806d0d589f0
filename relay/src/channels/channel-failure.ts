import { AnswerTooLarge } from '../upstream/upstream-attempt.ts';
import type { Failure } from './ask-channel.ts';

const KEY_OR_ACCOUNT: ReadonlySet<number> = new Set([401, 403, 429]);
/** The network's, and answers that nobody can use. */
const WITHOUT_STATUS: ReadonlySet<string> = new Set(['do_request_failed', 'upstream_timeout', 'bad_response']);

/**
 * Whether a failed attempt tells of its channel, rather than of its request (docs/behaviour.md#circuit-breaking). The status is the upstream's own, before
 * status_code_mapping: 0 where none came, 200 of what is no answer.
 */
export const isChannelFailure = ({ status, error, cause }: Failure): boolean =>
  status >= 500 ||
  KEY_OR_ACCOUNT.has(status) ||
  (isWithoutStatus(status, error.ownCode) && !(cause instanceof AnswerTooLarge));

const isWithoutStatus = (status: number, code: string): boolean =>
  (status === 0 || status === 200) && WITHOUT_STATUS.has(code);
