import { randomUUID } from 'node:crypto';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { LeaseId, TokenId } from '@ledgate/domain/shared/ids';
import { maximum, subtract, ZERO, type Quota } from '@ledgate/domain/shared/quota';
import { LeaseHolding } from '@ledgate/domain/till/holding';
import { LeaseSize } from './lease-size.ts';
import { LeaseQueue } from './lease-queue.ts';
import { tellLeasingFailure } from './leasing-failure.ts';
import { reasonOf } from './reason-of.ts';
import type { CashierContext } from './cashier-context.ts';
import type { AccountPart, LeasePart, TillPart } from './parts.ts';

/** While the free part is below this share of the last raise, the next is asked for: requests of a busy account then never wait. */
const PREFETCH_BELOW = 4;

/**
 * One lease as its relay keeps it: the holding that requests reserve from, those that wait for more, and its changes on the account. All
 * changes run within the account's `run`.
 */
export class Lease implements LeasePart {
  readonly leaseId = randomUUID() as LeaseId;
  readonly account: AccountPart;
  readonly till: TillPart;
  /** null: shared by tokens without a limit. */
  readonly tokenId: TokenId | null;
  readonly queue: LeaseQueue;
  readonly #context: CashierContext;
  readonly #size: LeaseSize;
  #holding: LeaseHolding | undefined;
  #lastUsedMs: number;
  #prefetchBelow = 0;
  #covering = false;
  /** Of settling: what has failed since the last success, and when it may be tried again. */
  #settleFailed: { readonly reason: string; readonly pauseMs: number; readonly againMs: number } | undefined;
  #ending = false;

  constructor(account: AccountPart, till: TillPart, tokenId: TokenId | null, context: CashierContext) {
    this.account = account;
    this.till = till;
    this.tokenId = tokenId;
    this.#context = context;
    this.#lastUsedMs = context.clock.monotonicMs();
    this.#size = new LeaseSize(context.limits.leaseWindowMs, this.#lastUsedMs);
    this.queue = new LeaseQueue(this, context);
  }

  /** undefined until it is granted. */
  get holding(): LeaseHolding | undefined {
    return this.#holding;
  }

  /** Being settled, or gone: takes no requests. */
  get ending(): boolean {
    return this.#ending;
  }

  /** Granted, with no reservation, no unacknowledged till event and nobody waiting: may be settled. */
  get idle(): boolean {
    return this.#holding !== undefined && this.#holding.idle && this.queue.length === 0 && !this.#ending;
  }

  idleSince(): number {
    return this.#lastUsedMs;
  }

  /** A request has reserved: a busy lease is raised before it is empty. */
  taken(): void {
    const free = this.#holding?.free ?? ZERO;
    if (free >= this.#prefetchBelow) return;
    this.#prefetchBelow = 0;
    void this.account
      .run(() => this.#prefetch())
      .catch((error: unknown) => this.#complain('a lease could not be raised ahead', error));
  }

  /** A request has ended and was charged `amount`; its reservation is released already. */
  used(amount: Quota): void {
    this.#lastUsedMs = this.#context.clock.monotonicMs();
    this.#size.used(amount, this.#lastUsedMs);
  }

  /** A charge is above its reservation: what the lease does not cover is covered at once. */
  coverSoon(): void {
    if (this.#covering || this.#holding === undefined || this.#holding.needed <= this.#holding.amount) return;
    this.#covering = true;
    void this.account
      .run(() => this.#cover())
      .catch((error: unknown) => this.#complain('a lease could not be covered', error))
      .finally(() => {
        this.#covering = false;
      });
  }

  /** Grants or raises so that `need` can be reserved by those who wait, whatever else is reserved meanwhile. Answers why not. */
  async obtain(need: Quota, tokenVersion: number): Promise<Refusal | undefined> {
    if (this.#holding === undefined) return this.#grant(need, tokenVersion);
    await this.#cover();
    return this.#raise(this.#holding, need);
  }

  /** Gives back what is neither consumed nor reserved. */
  async lower(): Promise<void> {
    const holding = this.#holding;
    this.#prefetchBelow = 0;
    if (holding === undefined || this.#ending) return;
    const amount = holding.needed;
    if (amount > holding.amount) return this.#cover();
    holding.beginLowering(amount);
    try {
      this.#context.faults.hit('before_LeaseLowered');
      const change = await this.account.change(
        () => ({ type: 'LowerLease', report: report(holding), amount: maximum(amount, holding.consumed) }),
        this.leaseId,
      );
      this.#context.faults.hit('after_LeaseLowered');
      if (change.ok) this.#resized(holding);
      else holding.notResized();
      if (!change.ok) return this.#refused(change.refusal);
    } catch (error) {
      holding.notResized();
      throw error;
    }
    return this.#cover();
  }

  /** Takes no more requests; when `idle`, LeaseSettled with all that the till has recorded. Tried again by the next sweep if the store is away. */
  async settle(): Promise<void> {
    if (!this.idle || this.#context.clock.monotonicMs() < (this.#settleFailed?.againMs ?? 0)) return;
    this.#ending = true;
    this.account.supersede(this);
    try {
      const refused = await this.account.run(async () => {
        const holding = this.#holding;
        if (holding === undefined) return undefined;
        const change = await this.account.change(
          () => ({ type: 'SettleLease', report: report(holding) }),
          this.leaseId,
        );
        return change.ok ? undefined : change.refusal;
      });
      if (refused !== undefined) this.#refused(refused);
      this.account.drop(this);
    } catch (error) {
      this.#ending = false;
      this.#settleLater(error);
    }
  }

  /** Said once for each cause: sweeps come often, and most often while the process ends. */
  #settleLater(error: unknown): void {
    const { clock, limits } = this.#context;
    const reason = reasonOf(error);
    const pauseMs = Math.min(2 * (this.#settleFailed?.pauseMs ?? limits.retryFirstMs / 2), limits.retryLongestMs);
    if (reason !== this.#settleFailed?.reason) this.#complain('a lease could not be settled', error);
    this.#settleFailed = { reason, pauseMs, againMs: clock.monotonicMs() + pauseMs };
  }

  /** The till was fenced: the lease belongs to its worker now. */
  abandon(): void {
    this.#ending = true;
    this.account.drop(this);
    this.queue.rejectAll(new StoreUnavailable('the till was fenced while the request waited'));
  }

  async #grant(need: Quota, tokenVersion: number): Promise<Refusal | undefined> {
    const { leaseId, tokenId } = this;
    const { tillId } = this.till;
    const want = this.#wanted(need);
    const change = await this.account.change(
      { type: 'GrantLease', leaseId, tillId, tokenId, tokenVersion, need, want },
      leaseId,
    );
    if (!change.ok) return change.refusal;
    const amount = this.#granted();
    this.#holding = new LeaseHolding({ leaseId, tillId, accountId: this.account.accountId, tokenId, amount });
    this.#prefetchFrom(amount, want);
    return undefined;
  }

  async #raise(holding: LeaseHolding, need: Quota): Promise<Refusal | undefined> {
    const want = this.#wanted(need);
    const before = holding.amount;
    this.#context.faults.hit('before_LeaseRaised');
    const change = await this.account.change(
      () => ({ type: 'RaiseLease', report: report(holding), need, want }),
      this.leaseId,
    );
    this.#context.faults.hit('after_LeaseRaised');
    if (!change.ok) return change.refusal;
    this.#resized(holding);
    this.#prefetchFrom(subtract(holding.amount, before), want);
    return undefined;
  }

  async #prefetch(): Promise<void> {
    const holding = this.#holding;
    if (holding === undefined || this.#ending || this.#isQuiet() || this.queue.length > 0) return;
    await this.#raise(holding, ZERO);
  }

  /** Never lowers, and is never refused for want of quota. */
  async #cover(): Promise<void> {
    const holding = this.#holding;
    if (holding === undefined || this.#ending || holding.needed <= holding.amount) return;
    this.#context.faults.hit('before_LeaseCovered');
    const change = await this.account.change(
      () => ({ type: 'CoverLease', report: report(holding), amount: holding.needed }),
      this.leaseId,
    );
    this.#context.faults.hit('after_LeaseCovered');
    if (change.ok) this.#resized(holding);
    else this.#refused(change.refusal);
  }

  #resized(holding: LeaseHolding): void {
    holding.resized(this.#granted());
  }

  /** What the account says of this lease after the change that has just been acknowledged. */
  #granted(): Quota {
    const amount = this.account.amountOf(this.leaseId);
    if (amount === undefined) throw new Error(`lease ${this.leaseId} is not open after its own change`);
    return amount;
  }

  #wanted(need: Quota): Quota {
    return this.#isQuiet()
      ? need
      : this.#size.wanted(need, this.#holding?.reserved ?? ZERO, this.#context.clock.monotonicMs());
  }

  #isQuiet(): boolean {
    return this.till.status !== 'open' || this.account.isQuiet(this.#context.clock.monotonicMs());
  }

  /** Only while much is left: near the end of a balance a lease asks for what it needs. */
  #prefetchFrom(got: Quota, want: Quota): void {
    this.#prefetchBelow = !this.#isQuiet() && got >= want ? Math.floor(got / PREFETCH_BELOW) : 0;
  }

  /** Only a worker can have ended a lease of ours, and only after it had fenced the till. */
  #refused(refusal: Refusal): void {
    this.#context.log.warn(
      { leaseId: this.leaseId, tillId: this.till.tillId, code: refusal.code },
      'the account refused a change of a lease',
    );
    if (refusal.code === 'lease_unknown') void this.till.suspectFence();
  }

  #complain(message: string, error: unknown): void {
    const facts = { leaseId: this.leaseId, accountId: this.account.accountId };
    tellLeasingFailure(this.#context.log, facts, message, error);
  }
}

/** As of now: commands make it for each decision anew. */
const report = (holding: LeaseHolding): { leaseId: LeaseId; consumed: Quota; byToken: LeaseHolding['byToken'] } => ({
  leaseId: holding.leaseId,
  consumed: holding.consumed,
  byToken: holding.byToken,
});
