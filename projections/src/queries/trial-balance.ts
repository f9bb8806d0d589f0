import type { Position } from '@ledgate/domain/ports/event-store';
import { exactRows, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';

/** Sums over all users in quota units; exact beyond what a number holds, for nothing bounds how many users there are. */
export type TrialBalance = {
  readonly position: Position;
  /** Wallets and earnings of all users are summed up as `user:*:wallet` and `user:*:earnings`; the others stand alone. By name. */
  readonly accounts: readonly { readonly account: string; readonly balance: bigint }[];
  /** Zero when the books are true. */
  readonly total: bigint;
};

/** The sum of every account of the chart, in one snapshot. */
export async function trialBalance(db: Queryable): Promise<TrialBalance> {
  const found = await exactRows<{ account: string | null; total: string | null; position: string }>(db, query.raw(`
    select regexp_replace(account, '^user:[0-9]+:', 'user:*:') as account, sum(total)::text as total,
      (select min(position) from readmodel.checkpoints) as position
    from readmodel.journal_accounts group by grouping sets ((1), ()) order by 1`));
  const whole = found.find(({ account }) => account === null);
  return {
    position: Number(whole?.position ?? 0) as Position,
    accounts: found.flatMap(({ account, total }) => (account === null ? [] : [{ account, balance: BigInt(total ?? 0) }])),
    total: BigInt(whole?.total ?? 0),
  };
}
