import type { UserId } from '../shared/ids.ts';

/** How long a recall waits for answers at most (docs/ledger.md#recalls). */
export const RECALL_TIMEOUT_MS = 1_000;

/** Asks the relays to give back what they hold of an account beyond what is consumed and reserved. */
export interface LeaseRecalls {
  /**
   * Ends when every live relay has answered, or after RECALL_TIMEOUT_MS. Answers whether all have: false where one was silent, failed or could not be
   * asked; a relay that fails fails no recall. Recalls of one account that come while one runs are one, which begins after them.
   */
  recall(accountId: UserId): Promise<boolean>;
  /** `handle` lowers this process's leases of the account and ends when that is durable. Answers the end of listening. */
  onRecall(handle: (accountId: UserId) => Promise<void>): () => void;
}
