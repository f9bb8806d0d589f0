import type { LimitExchange, Verdict } from '@ledgate/domain/call-limits/window';

/** What all processes together have begun in the last minute, and what they run. */
export interface SharedCallLimits {
  /**
   * A verdict for each call, in their order. Throws DirectoryUnavailable where the database does not answer in time; whether calls were counted is then
   * unknown.
   */
  exchange(exchange: LimitExchange): Promise<readonly Verdict[]>;
}
