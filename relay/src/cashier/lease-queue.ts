import type { Refusal } from '@ledgate/domain/errors/refusal';
import { WrittenByLaterRelease } from '@ledgate/domain/events/written-by-later-release';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { quota } from '@ledgate/domain/shared/quota';
import { Crowded } from '../errors/crowded.ts';
import { tellLeasingFailure } from './leasing-failure.ts';
import type { CashierContext } from './cashier-context.ts';
import type { LeasePart, QueuePart, Waiter } from './parts.ts';

/** The most that is asked for at once, in quota units, unless one request alone needs more: sums stay exact. */
const NEED_MAX = 2 ** 45;

type Waiting = Waiter & {
  /** It was here before the account was last read. */
  considered: boolean;
  /** A recall has begun since it came. */
  recalled: boolean;
  /** It has a place in the recall room. */
  inRecallRoom: boolean;
};

/**
 * Requests that a lease cannot serve from memory. One grant or raise serves all of them, or as many as the rest allows; before the others are
 * refused for want of quota, own leases are lowered and everybody's are recalled, where that can help, and it is decided again
 * (docs/ledger.md#recalls).
 */
export class LeaseQueue implements QueuePart {
  readonly #lease: LeasePart;
  readonly #context: CashierContext;
  #waiting: Waiting[] = [];
  #serving = false;
  #recalling = false;
  /** A recall has not helped: what is missing must come from elsewhere. */
  #limitPending = false;

  constructor(lease: LeasePart, context: CashierContext) {
    this.#lease = lease;
    this.#context = context;
  }

  /** A change of the lease on the account may be under way, also when nobody waits for it any more. */
  get isServing(): boolean {
    return this.#serving;
  }

  get length(): number {
    return this.#waiting.length;
  }

  join(waiter: Waiter): void {
    const waiting = { ...waiter, considered: false, recalled: false, inRecallRoom: false };
    this.#waiting.push(waiting);
    this.#context.waiting += 1;
    if (this.#recalling) this.#enterRecallRoom([waiting]);
    if (!this.#serving) void this.#serve();
  }

  rejectAll(error: unknown): void {
    const all = this.#waiting;
    this.#remove(all);
    for (const waiter of all) waiter.rejected(error);
  }

  /** Those who have waited since before `sinceMs` are told that the ledger cannot be reached. */
  expire(sinceMs: number): void {
    const late = this.#waiting.filter((waiter) => waiter.sinceMs < sinceMs);
    this.#remove(late);
    for (const waiter of late) waiter.rejected(new StoreUnavailable('the ledger did not answer in time'));
  }

  async #serve(): Promise<void> {
    this.#serving = true;
    this.#context.queues.add(this);
    try {
      while (this.#waiting.length > 0) {
        const refusal = await this.#lease.account.run(() => this.#obtain());
        if (refusal?.code !== 'token_limit_pending') this.#limitPending = false;
        if (refusal !== undefined) await this.#afterRefusal(refusal);
      }
    } catch (error) {
      const { accountId } = this.#lease.account;
      tellLeasingFailure(this.#context.log, { accountId }, 'requests could not get a lease', error);
      this.rejectAll(error instanceof WrittenByLaterRelease ? error : unavailable(error));
    } finally {
      this.#serving = false;
      this.#context.queues.delete(this);
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
    for (const waiter of this.#waiting) waiter.considered = true;
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
      chosen = fitting(chosen, Math.min(Math.max(rest, 0), need - 1));
    }
    return refusal;
  }

  #serveFromFree(): void {
    const { holding } = this.#lease;
    if (!this.#lease.till.alive) this.rejectAll(new StoreUnavailable('this process cannot prove that it is alive'));
    this.#moveElsewhere();
    if (holding === undefined) return;
    const served = this.#waiting.filter(({ attempt }) => attempt(holding));
    this.#remove(served);
    for (const waiter of served) waiter.served();
  }

  /** A recall has passed those who have no reservation: whether they are in the right place is seen when they are served. */
  #moveElsewhere(): void {
    const moving = this.#waiting.filter((waiter) => waiter.belongsElsewhere());
    this.#remove(moving);
    for (const waiter of moving) waiter.moved();
  }

  async #afterRefusal(refusal: Refusal): Promise<void> {
    const { account, till } = this.#lease;
    switch (refusal.code) {
      case 'insufficient_user_quota':
      case 'insufficient_token_quota': {
        this.#refuse(
          this.#waiting.filter((waiter) => waiter.recalled || this.#isBeyondRecall(waiter, refusal)),
          refusal,
        );
        // Nobody but who came since the account was read: it is decided for them first.
        if (!this.#waiting.some(({ considered }) => considered)) return;
        for (const waiter of this.#waiting) waiter.recalled = true;
        await this.#whileRecalling(() => this.#context.recalls.recall(account.accountId));
        return;
      }
      case 'token_limit_pending': {
        const longestMs = this.#context.clock.monotonicMs() - this.#context.limits.limitPendingMaxMs;
        this.#refuse(
          this.#waiting.filter(({ sinceMs }) => sinceMs <= longestMs),
          refusal,
        );
        await this.#whileRecalling(async () => {
          if (this.#limitPending) await this.#context.timers.sleep(this.#context.limits.limitPendingRetryMs);
          this.#limitPending = true;
          await Promise.all([account.recall(), this.#context.recalls.recall(account.accountId)]);
        });
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

  /**
   * What leases give back never makes more than charges have left. How much that is may be less than the account knows while leases are open that have
   * not reported since, and whether anything is left is what the caller is told (docs/ledger.md#recalls).
   */
  #isBeyondRecall({ considered, needed }: Waiting, { unspent }: { readonly unspent: number }): boolean {
    if (!considered || needed <= Math.max(unspent, 0)) return false;
    return unspent <= 0 || !this.#lease.account.isLeasedBeside(this.#lease.leaseId);
  }

  /** Whoever waits meanwhile has a place in the recall room. Does nothing where nobody is left to wait. */
  async #whileRecalling(recall: () => Promise<unknown>): Promise<void> {
    this.#enterRecallRoom(this.#waiting);
    if (this.#waiting.length === 0) return;
    this.#recalling = true;
    try {
      await recall();
    } finally {
      this.#recalling = false;
      this.#leaveRecallRoom(this.#waiting);
    }
  }

  /** Those who came last find no place first. */
  #enterRecallRoom(waiters: readonly Waiting[]): void {
    for (const waiter of waiters) waiter.inRecallRoom = this.#context.recallRoom.enter(this.#lease.account.accountId);
    const turnedAway = waiters.filter(({ inRecallRoom }) => !inRecallRoom);
    this.#remove(turnedAway);
    for (const waiter of turnedAway)
      waiter.rejected(new Crowded('too many requests wait for quota that other relays may give back'));
  }

  #leaveRecallRoom(waiters: readonly Waiting[]): void {
    for (const waiter of waiters) {
      if (waiter.inRecallRoom) this.#context.recallRoom.leave(this.#lease.account.accountId);
      waiter.inRecallRoom = false;
    }
  }

  #refuse(waiters: readonly Waiting[], refusal: Refusal): void {
    this.#remove(waiters);
    for (const waiter of waiters) waiter.refused('needed' in refusal ? { ...refusal, needed: waiter.needed } : refusal);
  }

  #remove(waiters: readonly Waiting[]): void {
    if (waiters.length === 0) return;
    const gone = new Set(waiters);
    this.#leaveRecallRoom(waiters);
    this.#context.waiting -= gone.size;
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
