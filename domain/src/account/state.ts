import type { LeaseId, SourceId, TillId, TokenId, UserId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';
import type { ByToken } from '../shared/schemas.ts';
import type { AccountEventOf } from './events.ts';

export type OpenLease = {
  readonly leaseId: LeaseId;
  readonly tillId: TillId;
  /** null: shared by all tokens without a limit. */
  readonly tokenId: TokenId | null;
  /** The most that may be consumed under the lease, from its beginning; never below `consumed`. */
  readonly amount: Quota;
  /** Reported so far. */
  readonly consumed: Quota;
  readonly byToken: ByToken;
  /** Revision of the event that granted it; 0 where a checkpoint of an earlier release did not say. */
  readonly grantedAt: number;
  /** Revision of the event that granted it or last reported it. */
  readonly reportedAt: number;
  /** What is consumed under it counts in these budgets' windows; left out where no budget held. */
  readonly budgets?: LeaseBudgets | undefined;
};

/** Budgets by id, each with the beginning of a window (Unix milliseconds). */
export type LeaseBudgets = NonNullable<AccountEventOf<'LeaseGranted'>['data']['budgets']>;

type BudgetTold = NonNullable<AccountEventOf<'AccountCheckpointed'>['data']['budgets']>[number];

export type BudgetUse = Readonly<AccountEventOf<'BudgetSet'>['data']> & {
  /** Of the newest window that a lease was granted in; null before the first. */
  readonly windowStartMs: number | null;
  /** Reported under leases of that window, and recorded late since it began. */
  readonly used: Quota;
  /** Recorded late since then, by quarters of an hour (Unix milliseconds): a newer window begins with those that lie in it. Left out where there are none. */
  readonly late?: BudgetTold['late'];
};

export type TokenUse = {
  readonly tokenId: TokenId;
  /** null: without limit. */
  readonly limit: Quota | null;
  /** Of the last TokenLimitSet; 0 before the first. */
  readonly version: number;
  /** Reported so far, by open and ended leases and late records. */
  readonly used: Quota;
  /**
   * Revision of the last TokenLimitSet; 0 for a token without limit. Shared leases may have spent for the token before it had a limit, and a
   * limit is reckoned with all that tills have recorded: so what they have spent must be known here before the limit can be used.
   */
  readonly limitedAt: number;
};

/** The fold of one account stream. `revision` is the last folded event's, -1 when there is none. */
export type Account =
  | { readonly status: 'missing'; readonly revision: -1 }
  | {
      readonly status: 'open' | 'closed';
      readonly revision: number;
      readonly userId: UserId;
      /** Grants, top-ups, redemptions, transfers, adjustments and refunds. */
      readonly credits: Quota;
      /** Consumption that open and ended leases have reported. */
      readonly settled: Quota;
      /** Consumption that stands in this stream instead of a till's: late records and corrections. May be below zero. */
      readonly late: Quota;
      /** Invite rewards and commission not yet transferred; below zero where commission was taken back that had been. */
      readonly earnings: Quota;
      /** Of these, commission. */
      readonly commission: Quota;
      readonly budgets: ReadonlyMap<number, BudgetUse>;
      readonly leases: ReadonlyMap<LeaseId, OpenLease>;
      readonly tokens: ReadonlyMap<TokenId, TokenUse>;
      /**
       * Tokens that were deleted, with the revision that said so, oldest first: as long as an open lease may name them, and the youngest anyway. None
       * of them is in `tokens`, and what is reported of them is counted for none.
       */
      readonly deletedTokens: ReadonlyMap<TokenId, number>;
      /** Known sources with the time (ms) they were seen. */
      readonly sources: ReadonlyMap<SourceId, number>;
      /** Of sources that stand in many events the number of the last one. */
      readonly numbers: ReadonlyMap<SourceId, number>;
      /** null: every source is known. Otherwise a checkpoint left some out, none of which was seen later than this (Unix milliseconds). */
      readonly forgottenUntilMs: number | null;
    };

export type ExistingAccount = Exclude<Account, { status: 'missing' }>;

export const initialAccount: Account = { status: 'missing', revision: -1 };
