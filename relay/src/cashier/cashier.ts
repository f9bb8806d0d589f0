import type { Refusal } from '@ledgate/domain/errors/refusal';
import type { Revision } from '@ledgate/domain/ports/event-store';
import type { LeaseId, RequestId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import type { Attempt, Charge, FailureFacts } from '@ledgate/domain/till/charge';
import type { TillEventOf } from '@ledgate/domain/till/events';

/** What a metered request asks for before its upstream is called. `amount` is its worst case in quota units (docs/ledger.md#reservations). */
export type ReservationRequest = {
  readonly requestId: RequestId;
  readonly accountId: UserId;
  /** 0 without a token. */
  readonly tokenId: TokenId;
  /** A token with a limit has leases of its own; `limitVersion` is the TokenLimitSet that the account must have seen. */
  readonly limited: boolean;
  readonly limitVersion: number;
  readonly amount: Quota;
};

/** insufficient_user_quota, insufficient_token_quota, token_limit_pending, account_missing or account_closed. */
export type Reserved =
  { readonly ok: true; readonly reservation: Reservation } | { readonly ok: false; readonly refusal: Refusal };

/** A request that costs nothing: what was tried in vain, and what is known of it. */
export type FailedRequest = FailureFacts & { readonly attempts: readonly Attempt[] };

/** Where in the ledger a charge stands. */
export type Recorded = { readonly stream: string; readonly revision: Revision };

export type Started = Omit<TillEventOf<'ConsumptionStarted'>['data'], 'leaseId' | 'reserved'>;

/** One request's hold on a lease. It ends exactly once: by `record` or by `fail`. */
export interface Reservation {
  readonly leaseId: LeaseId;
  readonly tillId: TillId;
  readonly amount: Quota;
  /** Before an attempt on a channel that maps to another model. Refuses like `reserve`, and then keeps what it has. */
  renew(amount: Quota): Promise<{ readonly ok: true } | { readonly ok: false; readonly refusal: Refusal }>;
  /** From now on an upstream works for this request. What `describe` answers is recorded as ConsumptionStarted if it runs longer than a second. */
  begin(describe: () => Started): void;
  /**
   * Records the charge; ends when the store has acknowledged it, so that the last byte of the answer may leave. Throws StoreUnavailable when
   * it cannot be made durable in time: then the answer must not be completed. Undefined where a worker had recorded it as it is, or another
   * try of this process.
   */
  record(charge: Omit<Charge, 'leaseId'>): Promise<Recorded | undefined>;
  /** The most that the account has left, by what this process has seen of it: others may have spent more. Undefined when it has seen nothing. */
  balanceAtMost(): Quota | undefined;
  /** Ends the request without a charge; with attempts, they are recorded as AttemptsFailed. Ends when the reservation is released. */
  fail(failure: FailedRequest): Promise<void>;
}

/** `end`: undefined where the ledger tells none. `closedAtMs`: when its till was closed, in Unix milliseconds; undefined while it is not. */
export type EndOfRequest = { readonly end: 'charged' | 'free' | undefined; readonly closedAtMs: number | undefined };

/** The relay process as a cashier with one till (docs/ledger.md#how-a-balance-is-not-oversold). */
export interface Cashier {
  /** Throws StoreUnavailable when the ledger cannot be reached or this process cannot prove that it is alive: nothing is served unmetered. */
  reserve(request: ReservationRequest): Promise<Reserved>;
  /** Lowers this process's leases of the account to consumed + reserved; ends when that is durable. */
  recall(accountId: UserId): Promise<void>;
  /** How a request ended that need not be this process's. Throws StoreUnavailable. */
  endOf(request: {
    readonly requestId: RequestId;
    readonly tillId: TillId;
    readonly accountId: UserId;
  }): Promise<EndOfRequest>;
  /** Takes no new reservations; ends when every request has ended (or `timeoutMs` is over), leases are settled and tills closed. */
  close(timeoutMs: number): Promise<void>;
}

/** How one cashier stands at this moment, for those who look after the process. */
export type CashierStatus = {
  /** Why nothing can be reserved now; undefined while all is well. */
  readonly unready: string | undefined;
  /** Milliseconds since the last heartbeat that arrived was sent; Infinity before the first. */
  readonly heartbeatAgeMs: number;
  /** Milliseconds for which the event store has been refusing an append to a till; 0 while it refuses none. */
  readonly storeRefusedMs: number;
  /** That have not ended, by status. */
  readonly tills: Readonly<Record<'open' | 'retiring' | 'closing' | 'fenced', number>>;
  /** Granted, or being granted, and not settled. */
  readonly leases: number;
  /** Requests that hold a reservation, and requests that wait for one. */
  readonly running: number;
  readonly waiting: number;
};

/** A cashier that can be asked how it stands. */
export interface RunningCashier extends Cashier {
  status(): CashierStatus;
  /** False for a till that is not this process's, or that it has given up: a worker ends it. */
  looksAfter(tillId: TillId): boolean;
}
