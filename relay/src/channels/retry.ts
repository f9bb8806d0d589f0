import type { RelayError } from '../errors/relay-error.ts';
import type { Policy } from '../providers/provider.ts';

const NEVER: ReadonlySet<number> = new Set([504, 524, 408]);

/** Whether another channel may do better (docs/behaviour.md#retries). The status is the one after status_code_mapping; `policy` is the provider's. */
export function isWorthRetrying(error: RelayError, policy: Policy | undefined): boolean {
  const { status, retryable } = error;
  if (!retryable || NEVER.has(status) || (status >= 200 && status < 300)) return false;
  return status !== 400 || policy?.retriesBadRequest === true;
}
