import type { Refusal } from '@ledgate/domain/errors/refusal';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import type { LeaseHolding } from '@ledgate/domain/till/holding';
import type { Lease } from './lease.ts';
import { tellLeasingFailure } from './leasing-failure.ts';
import type { Shop } from './shop.ts';

/** The most that is asked for at once, in quota units, unless one request alone needs more: sums stay exact. */
const NEED_MAX = 2 ** 45;

/** A request that waits for quota: for its reservation, or for more of it. */
export type Waiter = {
  /** Missing so far. */
  readonly needed: Quota;
  readonly limitVersion: number;
  readonly sinceMs: number;
  /** Its token has got a limit, or lost it, since it came: this lease is not for it any more. */
  readonly misplaced: () => boolean;
  /** Reserves if it can be done; answers whether it was. */
  readonly attempt: (holding: LeaseHolding) => boolean;
  readonly served: () => void;
  /** It was misplaced, and is out of this queue. */
  readonly moved: () => void;
  readonly refused: (refusal: Refusal) => void;
  readonly rejected: (error: unknown) => void;
};

type Waiting = Waiter & { /** A recall has begun since it came. */ recalled: boolean };

/**
 * Requests that a lease cannot serve from memory. One grant or raise serves all of them, or as many as the rest allows; before the others are
 * refused for want of quota, own leases are lowered and everybody's are recalled, and it is decided again (design section 4, step 4).
 */
export class LeaseQueue {
  readonly #lease: Lease;
  readonly #shop: Shop;
  #waiting: Waiting[] = [];
  #serving = false;
  /** A recall has not helped: what is missing must come from elsewhere. */
  #limitPending = false;

  constructor(lease: Lease, shop: Shop) {
    this.#lease = lease;
    this.#shop = shop;
  }

  /** A change of the lease on the account may be under way, also when nobody waits for it any more. */
  get isServing(): boolean {
    return this.#serving;
  }

  get length(): number {
    return this.#waiting.length;
  }

  join(waiter: Waiter): void {
    this.#waiting.push({ ...waiter, recalled: false });
    this.#shop.waiting += 1;
    if (!this.#serving) void this.#serve();
  }

  rejectAll(error: unknown): void {
    this.#shop.waiting -= this.#waiting.length;
    for (const waiter of this.#waiting.splice(0)) waiter.rejected(error);
  }

  /** Those who have waited since before `sinceMs` are told that the ledger cannot be reached. */
  expire(sinceMs: number): void {
    const late = this.#waiting.filter((waiter) => waiter.sinceMs < sinceMs);
    this.#remove(late);
    for (const waiter of late) waiter.rejected(new StoreUnavailable('the ledger did not answer in time'));
  }

  async #serve(): Promise<void> {
    this.#serving = true;
    this.#shop.queues.add(this);
    try {
      while (this.#waiting.length > 0) {
        const refusal = await this.#lease.account.run(() => this.#obtain());
        if (refusal?.code !== 'token_limit_pending') this.#limitPending = false;
        if (refusal !== undefined) await this.#afterRefusal(refusal);
      }
    } catch (error) {
      const { userId } = this.#lease.account;
      tellLeasingFailure(this.#shop.log, { accountId: userId }, 'requests could not get a lease', error);
      this.rejectAll(error instanceof WrittenByLaterRelease ? error : unavailable(error));
    } finally {
      this.#serving = false;
      this.#shop.queues.delete(this);
      if (this.#lease.holding === undefined) this.#lease.account.drop(this.#lease);
    }
  }

  /** Answers a refusal only when nobody could be served, also by what this process's own leases of the account can give back. */
  async #obtain(): Promise<Refusal | undefined> {
    const refusal = await this.#obtainForMany();
    if (refusal === undefined || restOf(refusal) === undefined || !this.#lease.account.hasFree()) return refusal;
    await this.#lease.account.lowerAll();
    return this.#obtainForMany();
  }

  /** Serves all, or as many as the rest allows. */
  async #obtainForMany(): Promise<Refusal | undefined> {
    this.#serveFromFree();
    let chosen = fitting(this.#waiting, NEED_MAX);
    if (chosen.length === 0) chosen = this.#waiting.slice(0, 1);
    let refusal: Refusal | undefined;
    while (chosen.length > 0) {
      const need = needOf(chosen);
      const limitVersion = chosen.reduce((newest, waiter) => Math.max(newest, waiter.limitVersion), 0);
      refusal = await this.#lease.obtain(quota(need), limitVersion);
      if (refusal === undefined) {
        this.#serveFromFree();
        return undefined;
      }
      const rest = restOf(refusal);
      if (rest === undefined) return refusal;
      chosen = fitting(chosen, Math.min(rest, need - 1));
    }
    return refusal;
  }

  #serveFromFree(): void {
    const { holding } = this.#lease;
    if (!this.#lease.till.alive) this.rejectAll(new StoreUnavailable('this process cannot prove that it is alive'));
    this.#moveMisplaced();
    if (holding === undefined) return;
    const served = this.#waiting.filter(({ attempt }) => attempt(holding));
    this.#remove(served);
    for (const waiter of served) waiter.served();
  }

  /** A recall has passed those who have no reservation: whether they are in the right place is seen when they are served. */
  #moveMisplaced(): void {
    const misplaced = this.#waiting.filter((waiter) => waiter.misplaced());
    this.#remove(misplaced);
    for (const waiter of misplaced) waiter.moved();
  }

  async #afterRefusal(refusal: Refusal): Promise<void> {
    const { account, till } = this.#lease;
    switch (refusal.code) {
      case 'insufficient_user_quota':
      case 'insufficient_token_quota': {
        this.#refuse(
          this.#waiting.filter(({ recalled }) => recalled),
          refusal,
        );
        for (const waiter of this.#waiting) waiter.recalled = true;
        if (this.#waiting.length > 0) await this.#shop.recalls.recall(account.userId);
        return;
      }
      case 'token_limit_pending': {
        const longestMs = this.#shop.clock.monotonicMs() - this.#shop.limits.limitPendingMaxMs;
        this.#refuse(
          this.#waiting.filter(({ sinceMs }) => sinceMs <= longestMs),
          refusal,
        );
        if (this.#waiting.length === 0) return;
        if (this.#limitPending) await this.#shop.timers.sleep(this.#shop.limits.limitPendingRetryMs);
        this.#limitPending = true;
        await Promise.all([account.recall(), this.#shop.recalls.recall(account.userId)]);
        return;
      }
      case 'lease_unknown':
        void till.suspectFence();
        this.rejectAll(new StoreUnavailable('the lease was ended by a worker'));
        return;
      default:
        this.#refuse([...this.#waiting], refusal);
    }
  }

  #refuse(waiters: readonly Waiting[], refusal: Refusal): void {
    this.#remove(waiters);
    for (const waiter of waiters) waiter.refused('needed' in refusal ? { ...refusal, needed: waiter.needed } : refusal);
  }

  #remove(waiters: readonly Waiting[]): void {
    if (waiters.length === 0) return;
    const gone = new Set(waiters);
    this.#shop.waiting -= gone.size;
    this.#waiting = this.#waiting.filter((waiter) => !gone.has(waiter));
  }
}

const unavailable = (error: unknown): StoreUnavailable =>
  error instanceof StoreUnavailable
    ? error
    : new StoreUnavailable('the account cannot be read or changed', { cause: error });

const needOf = (waiters: readonly Waiter[]): number => waiters.reduce((sum, { needed }) => sum + needed, 0);

/** In the order of arrival, leaving out whom the rest does not cover. */
function fitting(waiters: readonly Waiting[], rest: number): Waiting[] {
  let left = rest;
  return waiters.filter(({ needed }) => {
    if (needed > left) return false;
    left -= needed;
    return true;
  });
}

const restOf = (refusal: Refusal): number | undefined =>
  refusal.code === 'insufficient_user_quota' || refusal.code === 'insufficient_token_quota'
    ? refusal.available
    : undefined;
