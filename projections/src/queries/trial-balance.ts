import type { Position } from '@ledgate/domain/ports/event-store';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';

export type TrialBalance = {
  readonly position: Position;
  /** Wallets and earnings of all users are summed up as `user:*:wallet` and `user:*:earnings`; the others stand alone. By name. */
  readonly accounts: readonly { readonly account: string; readonly balance: Quota }[];
  /** Zero when the books are true. */
  readonly total: Quota;
};

/** The sum of every account of the chart, in one snapshot. */
export async function trialBalance(db: Queryable): Promise<TrialBalance> {
  const found = await rows<{ account: string | null; total: number; position: number }>(db, query.raw(`
    select regexp_replace(account, '^user:[0-9]+:', 'user:*:') as account, sum(total)::bigint as total,
      (select min(position) from readmodel.checkpoints) as position
    from readmodel.journal_accounts group by grouping sets ((1), ()) order by 1`));
  const whole = found.find(({ account }) => account === null);
  return {
    position: (whole?.position ?? 0) as Position,
    accounts: found.flatMap(({ account, total }) => (account === null ? [] : [{ account, balance: quota(total) }])),
    total: quota(whole?.total ?? 0),
  };
}
