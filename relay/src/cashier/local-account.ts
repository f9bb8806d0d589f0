import { type AccountChange, changeAccount } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import type { Account } from '@ledgate/domain/account/state';
import { accountStream } from '@ledgate/domain/account/events';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { LeaseId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { reasonOf } from './reason-of.ts';
import type { CashierContext } from './cashier-context.ts';
import type { AccountPart, LeasePart, TokenLimit } from './parts.ts';

/** Stands for all tokens without a limit; a token with a limit has its id. */
const SHARED = -1;

/**
 * One account as this process sees it: its leases, the fold of its stream, and one change at a time, so that the process never conflicts with
 * itself.
 */
export class LocalAccount implements AccountPart {
  readonly accountId: UserId;
  readonly #context: CashierContext;
  readonly #store: EventStore;
  /** Leases that are open or being opened, of every till. */
  readonly leases = new Set<LeasePart>();
  /** The leases that new requests use, all of the current till, by token. */
  readonly #current = new Map<number, LeasePart>();
  #fold: Account | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #recall: Promise<void> | undefined;
  #quietUntilMs = Number.NEGATIVE_INFINITY;
  /** Since when its events cannot be seen; undefined while they can. */
  #unseen: { readonly sinceMs: number; alarmed: boolean } | undefined;

  constructor(accountId: UserId, context: CashierContext, store: EventStore) {
    this.accountId = accountId;
    this.#context = context;
    this.#store = store;
  }

  /** Nothing is lost when it is forgotten, but the fold. */
  get forgettable(): boolean {
    return this.leases.size === 0 && this.#waiting === 0;
  }

  /** Soon after a recall leases are no larger than needed. */
  isQuiet(nowMs: number): boolean {
    return nowMs < this.#quietUntilMs;
  }

  currentLease(tokenId: TokenId, limited: boolean): LeasePart | undefined {
    return this.#current.get(limited ? tokenId : SHARED);
  }

  open(lease: LeasePart): void {
    this.leases.add(lease);
    this.#current.set(lease.tokenId ?? SHARED, lease);
  }

  /** New requests do not use the lease any more. */
  supersede(lease: LeasePart): void {
    const key = lease.tokenId ?? SHARED;
    if (this.#current.get(key) === lease) this.#current.delete(key);
  }

  /** The lease is settled, was never granted, or its till was fenced. */
  drop(lease: LeasePart): void {
    this.supersede(lease);
    this.leases.delete(lease);
    lease.till.leases.delete(lease);
  }

  /** Runs when what was asked for before has ended. */
  run<Value>(job: () => Promise<Value>): Promise<Value> {
    this.#waiting += 1;
    const result = this.#last.then(job);
    this.#last = result.then(
      () => this.#done(),
      () => this.#done(),
    );
    return result;
  }

  /**
   * Decides and appends; within `run` only. What reports a lease is given as a function, made anew for each decision: a report that stands after
   * a TokenLimitSet must not be older. Throws StoreUnavailable when nothing was written because the stream could not be read.
   */
  async change(
    command: AccountCommand | (() => AccountCommand),
    correlationId: string,
    commandId: string = this.#context.nextCommandId(),
  ): Promise<AccountChange> {
    const context = { commandId, correlationId, occurredAtMs: this.#context.clock.nowMs(), actor: this.#context.actor };
    try {
      const change = await changeAccount(this.#store, this.accountId, command, context, this.#fold);
      this.#fold = change.account;
      if (change.account.status === 'missing') this.#notSeen('the stream has no events');
      else this.#unseen = undefined;
      return change;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#notSeen(reasonOf(error));
      throw error;
    }
  }

  /** A new account may be on its way to the ledger; one that stays unseen has lost its stream, or part of it. Raises the alarm once. */
  #notSeen(reason: string): void {
    const nowMs = this.#context.clock.monotonicMs();
    this.#unseen ??= { sinceMs: nowMs, alarmed: false };
    if (this.#unseen.alarmed || nowMs - this.#unseen.sinceMs < this.#context.limits.accountUnseenMaxMs) return;
    this.#unseen.alarmed = true;
    this.#context.log.error(
      { alarm: true, stream: accountStream(this.accountId), reason },
      'an account cannot be read or written',
    );
  }

  /** What the account has acknowledged for a lease; undefined when it is not open. */
  amountOf(leaseId: LeaseId): Quota | undefined {
    return this.#fold === undefined || this.#fold.status === 'missing'
      ? undefined
      : this.#fold.leases.get(leaseId)?.amount;
  }

  /** Credits less all consumption that is known here: what the account has been told of, and what this process's leases have not told it yet. */
  balanceAtMost(): Quota | undefined {
    if (this.#fold === undefined || this.#fold.status === 'missing') return undefined;
    const { credits, settled, late, leases } = this.#fold;
    let balance = credits - settled - late;
    for (const { leaseId, holding } of this.leases) {
      // Of one that is not open there the account has been told all that it is to be told.
      const told = leases.get(leaseId);
      if (holding !== undefined && told !== undefined) balance -= holding.consumed - told.consumed;
    }
    return quota(balance);
  }

  /** Some other lease is open, of this process or another: not all that was spent may be known to the account. */
  isLeasedBeside(leaseId: LeaseId): boolean {
    if (this.#fold === undefined || this.#fold.status === 'missing') return false;
    const { leases } = this.#fold;
    return leases.size > (leases.has(leaseId) ? 1 : 0);
  }

  /**
   * Whether a token has a limit, and of which version, by the newer of what the caller has read in the directory and what this process has read
   * in the account's stream. After a recall has been handled here that is never older than the debit it was sent for.
   */
  limitOf(tokenId: TokenId, { limited, limitVersion }: TokenLimit): TokenLimit {
    const token =
      this.#fold === undefined || this.#fold.status === 'missing' ? undefined : this.#fold.tokens.get(tokenId);
    return token === undefined || token.version <= limitVersion
      ? { limited, limitVersion }
      : { limited: token.limit !== null, limitVersion: token.version };
  }

  /** Lowers every lease to what is consumed and reserved. Recalls that have not begun are one. */
  recall(): Promise<void> {
    this.#recall ??= this.run(() => {
      this.#recall = undefined;
      return this.lowerAll();
    });
    return this.#recall;
  }

  /** Within `run` only. */
  async lowerAll(): Promise<void> {
    this.#quietUntilMs = this.#context.clock.monotonicMs() + this.#context.limits.recallQuietMs;
    for (const lease of this.leases) await lease.lower();
  }

  /** Some lease of this process has something to give back. */
  hasFree(): boolean {
    for (const { holding } of this.leases) if (holding !== undefined && holding.free > 0) return true;
    return false;
  }

  #done(): void {
    this.#waiting -= 1;
  }
}
