import type { RelayError } from '../http/relay-error.ts';
import { RETRIES_MAX } from '../limits.ts';

/** Channel type whose 400 may be the channel's own fault (contract B.5). */
const CLAUDE = 14;
const NEVER: ReadonlySet<number> = new Set([504, 524, 408]);

/** Whether another channel may do better (contract B.5). The status is the one after status_code_mapping. */
export function isWorthRetrying(error: RelayError, channelType: number): boolean {
  const { status, retryable } = error;
  if (!retryable || NEVER.has(status) || (status >= 200 && status < 300)) return false;
  return status !== 400 || channelType === CLAUDE;
}

/** Option RetryTimes: extra attempts. */
export function retriesOf(option: string): number {
  const times = Number(option);
  return Number.isInteger(times) && times > 0 ? Math.min(times, RETRIES_MAX) : 0;
}
