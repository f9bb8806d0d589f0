import type { RefusedFor } from '@ledgate/domain/catalogue/refused-calls';
import { execute, oneRow, type Queryable, rows } from '../../shared/database.ts';
import { type Query, query } from '../../shared/query.ts';
import { REFUSED_CALLS_KEPT_S, REFUSED_CALLS_SWEPT_MAX } from '../limits.ts';
import { hourOf } from './counts.ts';
import { SWEEP_COUNTS } from './sql.ts';

export type RefusedCallsFilter = {
  /** One user's alone. */
  readonly userId?: number | undefined;
  readonly username?: string | undefined;
  readonly tokenName?: string | undefined;
  /** Unix seconds, both within: the hours in which they lie count whole. */
  readonly fromS?: number | undefined;
  readonly toS?: number | undefined;
};

/** Keys of one name are one row. `username` is null where no key was known, `tokenName` where no single one is told. */
type RefusedCallsRow = {
  readonly hour: number;
  readonly userId: number;
  readonly username: string | null;
  readonly tokenName: string | null;
  readonly reason: RefusedFor;
  readonly count: number;
};

/** Newest hours first, at most `limit` rows; `total` is of all calls that the filter leaves. */
export async function refusedCalls(
  db: Queryable,
  filter: RefusedCallsFilter,
  limit: number,
): Promise<{ readonly total: number; readonly rows: readonly RefusedCallsRow[]; readonly complete: boolean }> {
  const found = await rows<RefusedCallsRow & { readonly total: number }>(
    db,
    filtered(filter)
      .select({
        hour: 'refused.hour',
        userId: 'refused.user_id',
        username: 'person.username',
        tokenName: 'token.name',
        reason: 'refused.reason',
      })
      .select(query.raw('sum(refused.count)::bigint as count, (sum(sum(refused.count)) over ())::bigint as total'))
      .groupBy('refused.hour', 'refused.user_id', 'refused.reason', 'person.username', 'token.name')
      .orderBy([
        { column: 'refused.hour', order: 'desc' },
        { column: 'count', order: 'desc' },
        { column: 'refused.user_id' },
        { column: 'token.name' },
        { column: 'refused.reason' },
      ])
      .limit(limit + 1),
  );
  const total = found[0]?.total ?? 0;
  return {
    total,
    rows: found.slice(0, limit).map(({ total: _total, ...row }) => row),
    complete: found.length <= limit,
  };
}

/** How many calls the filter leaves. */
export async function refusedCallsTotal(db: Queryable, filter: RefusedCallsFilter): Promise<number> {
  const sum = query.raw('coalesce(sum(refused.count), 0)::bigint as total');
  return (await oneRow<{ readonly total: number }>(db, filtered(filter).select(sum))).total;
}

function filtered({ userId, username, tokenName, fromS, toS }: RefusedCallsFilter): Query {
  const found = query({ refused: 'directory.refused_calls' })
    .leftJoin({ person: 'directory.users' }, 'person.id', 'refused.user_id')
    .leftJoin({ token: 'directory.tokens' }, 'token.id', 'refused.token_id');
  if (userId !== undefined) found.where('refused.user_id', userId);
  if (username !== undefined) found.where('person.username', username);
  if (tokenName !== undefined) found.where('token.name', tokenName);
  if (fromS !== undefined) found.where('refused.hour', '>=', hourOf(fromS));
  if (toS !== undefined) found.where('refused.hour', '<=', toS);
  return found;
}

/** Takes away what is older than it is kept. */
export const sweepRefusedCalls = (db: Queryable, nowS: number): Promise<number> =>
  execute(db, query.raw(SWEEP_COUNTS, [nowS - REFUSED_CALLS_KEPT_S, REFUSED_CALLS_SWEPT_MAX]));
