import type { Position } from '@ledgate/domain/ports/event-store';
import { QUARTER_S, quarterOf } from '../journal/quarters.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { exactRows, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';

/** Unix milliseconds: from `fromMs` (inclusive) to `toMs` (exclusive), widened to whole quarters of an hour; without an end up to the last event. */
export type TrialBalanceRequest = { readonly fromMs?: number; readonly toMs?: number | undefined };

/** Sums over all users in quota units; exact beyond what a number holds, for nothing bounds how many users there are. */
export type TrialBalanceLine = {
  /** Wallets and earnings of all users are summed up as `user:*:wallet` and `user:*:earnings`; the others stand alone. */
  readonly account: string;
  /** At the beginning. */
  readonly opening: bigint;
  /** What was taken from it, zero or below, and given to it, zero or above. */
  readonly debits: bigint;
  readonly credits: bigint;
  /** At the end: the sum of the three. */
  readonly balance: bigint;
};

export type TrialBalance = {
  readonly position: Position;
  /** As asked for, in whole quarters of an hour; no end where none was given. */
  readonly fromMs: number;
  readonly toMs: number | undefined;
  /** By name; those that never moved are left out. */
  readonly accounts: readonly TrialBalanceLine[];
  /** Of all balances: zero when the books are true. */
  readonly total: bigint;
};

/** The sum of every account of the chart, in one snapshot. An event belongs to the moment at which it happened. */
export async function trialBalance(
  db: Queryable,
  { fromMs = 0, toMs }: TrialBalanceRequest = {},
): Promise<TrialBalance> {
  const from = quarterOf(fromMs);
  const to = toMs === undefined ? undefined : quarterOf(toMs - 1) + QUARTER_S;
  const found = await exactRows<{
    account: string | null;
    opening: string | null;
    debits: string | null;
    credits: string | null;
    position: string;
  }>(
    db,
    query.raw(
      `
    select line as account,
      sum(debits + credits) filter (where quarter_s < :from)::text as opening,
      sum(debits) filter (where quarter_s >= :from)::text as debits,
      sum(credits) filter (where quarter_s >= :from)::text as credits,
      (select min(position) from ${READ_MODELS}.checkpoints) as position
    from ${READ_MODELS}.journal_quarters where quarter_s < :to group by grouping sets ((line), ()) order by line`,
      { from, to: to ?? Number.MAX_SAFE_INTEGER },
    ),
  );
  const lines = found.map(({ account, ...sums }) => {
    const [opening, debits, credits] = [BigInt(sums.opening ?? 0), BigInt(sums.debits ?? 0), BigInt(sums.credits ?? 0)];
    return { account, opening, debits, credits, balance: opening + debits + credits };
  });
  return {
    position: Number(found[0]?.position ?? 0) as Position,
    fromMs: from * 1_000,
    toMs: to === undefined ? undefined : to * 1_000,
    accounts: lines.flatMap(({ account, ...sums }) => (account === null ? [] : [{ account, ...sums }])),
    total: lines.find(({ account }) => account === null)?.balance ?? 0n,
  };
}
