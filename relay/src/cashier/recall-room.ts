import type { UserId } from '@ledgate/domain/shared/ids';
import type { CashierLimits } from './limits.ts';

/**
 * Who has been refused for want of quota waits for a recall before it is decided again, up to RECALL_TIMEOUT_MS while a relay is silent. They have a room
 * of their own, smaller than that of all who wait, so that they never keep out who can be given a lease at once; and while it is half full or more,
 * an account has its share of it and no more, so that a few accounts that are always refused do not keep out the others.
 */
export class RecallRoom {
  readonly #max: number;
  readonly #share: number;
  readonly #byAccount = new Map<UserId, number>();
  #all = 0;

  constructor({ recallWaitersMax, recallWaitersShare }: CashierLimits) {
    this.#max = recallWaitersMax;
    this.#share = recallWaitersShare;
  }

  /** Whether one more request of the account may wait for a recall. It is counted then, until it leaves. */
  enter(accountId: UserId): boolean {
    const own = this.#byAccount.get(accountId) ?? 0;
    if (this.#all >= this.#max || (own >= this.#share && 2 * this.#all >= this.#max)) return false;
    this.#byAccount.set(accountId, own + 1);
    this.#all += 1;
    return true;
  }

  leave(accountId: UserId): void {
    const own = (this.#byAccount.get(accountId) ?? 0) - 1;
    if (own > 0) this.#byAccount.set(accountId, own);
    else this.#byAccount.delete(accountId);
    this.#all -= 1;
  }
}
