import type { UserId } from '../shared/ids.ts';

/** How long a recall waits for answers at most (design section 4, step 4). */
export const RECALL_TIMEOUT_MS = 1_000;

/** Asks the relays to give back what they hold of an account beyond what is consumed and reserved. */
export interface LeaseRecalls {
  /** Ends when every live relay has answered, or after RECALL_TIMEOUT_MS. Recalls of one account that run at the same time are one. */
  recall(accountId: UserId): Promise<void>;
  /** `handle` lowers this process's leases of the account and ends when that is durable. Answers the end of listening. */
  onRecall(handle: (accountId: UserId) => Promise<void>): () => void;
}
