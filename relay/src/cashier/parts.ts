import type { AccountChange } from '@ledgate/domain/account/account-stream';
import type { AccountCommand } from '@ledgate/domain/account/commands';
import type { Refusal } from '@ledgate/domain/errors/refusal';
import type { LeaseId, RequestId, TillId, TokenId, UserId } from '@ledgate/domain/shared/ids';
import type { Quota } from '@ledgate/domain/shared/quota';
import type { Charge } from '@ledgate/domain/till/charge';
import type { LeaseHolding } from '@ledgate/domain/till/holding';
import type { FailedRequest, Recorded, Started } from './cashier.ts';

// What the parts of one cashier know of each other: an account has leases, a lease its account and its till, a request its lease. Each of them knows
// the others by these alone.

/** What is known of a token's limit; `limitVersion` is that of the TokenLimitSet it comes from. */
export type TokenLimit = { readonly limited: boolean; readonly limitVersion: number };

/** How a request ended: what it costs, or what was tried in vain. */
export type Outcome = { readonly charge: Charge } | { readonly failure: FailedRequest };

/** One account as its leases and requests see it (local-account.ts). */
export interface AccountPart {
  readonly accountId: UserId;
  isQuiet(nowMs: number): boolean;
  supersede(lease: LeasePart): void;
  drop(lease: LeasePart): void;
  run<Value>(job: () => Promise<Value>): Promise<Value>;
  change(
    command: AccountCommand | (() => AccountCommand),
    correlationId: string,
    commandId?: string,
  ): Promise<AccountChange>;
  amountOf(leaseId: LeaseId): Quota | undefined;
  balanceAtMost(): Quota | undefined;
  isLeasedBeside(leaseId: LeaseId): boolean;
  limitOf(tokenId: TokenId, known: TokenLimit): TokenLimit;
  recall(): Promise<void>;
  lowerAll(): Promise<void>;
  hasFree(): boolean;
}

/**
 * retiring: takes no new requests; it is closed when its last request has ended and its last lease is settled. fenced: a worker ends it, or will,
 * because this process gets no heartbeat to it any more or cannot write it.
 */
export type TillStatus = 'open' | 'retiring' | 'closing' | 'fenced' | 'closed';

/** One till as its leases and requests, and who looks after it, see it (till.ts). */
export interface TillPart {
  readonly tillId: TillId;
  /** Leases granted for this till, or being granted, and not settled. */
  readonly leases: Set<LeasePart>;
  readonly status: TillStatus;
  readonly alive: boolean;
  nowMs(): number;
  entered(): void;
  begun(request: RequestPart): void;
  end(request: RequestPart, outcome: Outcome): Promise<Recorded | undefined>;
  suspectFence(): Promise<boolean | undefined>;
}

/** A request that waits for quota: for its reservation, or for more of it. */
export type Waiter = {
  /** Missing so far. */
  readonly needed: Quota;
  readonly limitVersion: number;
  readonly sinceMs: number;
  /** Its token has got a limit, or lost it, since it came: this lease is not for it any more. */
  readonly belongsElsewhere: () => boolean;
  /** Reserves if it can be done; answers whether it was. */
  readonly attempt: (holding: LeaseHolding) => boolean;
  readonly served: () => void;
  /** It belonged elsewhere, and is out of this queue. */
  readonly moved: () => void;
  readonly refused: (refusal: Refusal) => void;
  readonly rejected: (error: unknown) => void;
};

/** Those who wait for one lease (lease-queue.ts). */
export interface QueuePart {
  readonly isServing: boolean;
  join(waiter: Waiter): void;
  rejectAll(error: unknown): void;
  expire(sinceMs: number): void;
}

/** One lease as its account, its till, its queue and its requests see it (lease.ts). */
export interface LeasePart {
  readonly leaseId: LeaseId;
  readonly account: AccountPart;
  readonly till: TillPart;
  /** null: shared by tokens without a limit. */
  readonly tokenId: TokenId | null;
  readonly queue: QueuePart;
  /** undefined until it is granted. */
  readonly holding: LeaseHolding | undefined;
  readonly ending: boolean;
  readonly idle: boolean;
  idleSince(): number;
  taken(): void;
  used(amount: Quota): void;
  coverSoon(): void;
  obtain(need: Quota, tokenVersion: number): Promise<Refusal | undefined>;
  lower(): Promise<void>;
  settle(): Promise<void>;
  abandon(): void;
}

/** One request as its till and its end see it (metered-request.ts). The till keeps its marks on it. */
export interface RequestPart {
  readonly requestId: RequestId;
  readonly tokenId: TokenId;
  readonly lease: LeasePart;
  readonly account: AccountPart;
  readonly leaseId: LeaseId;
  readonly amount: Quota;
  /** When an upstream began to work for it, by the monotonic clock. */
  beganMs: number;
  /** What the last ConsumptionStarted says, once it is on its way. */
  started: Started | undefined;
  /** How many of them there are. */
  starts: number;
  /** The reservation was renewed since, so that it does not say any more what a fence must charge. */
  startedIsOld: boolean;
  /** What it would say if it had to be ended by a worker now. */
  describe(): Started | undefined;
}
