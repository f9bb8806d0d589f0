import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { LOG_PAGE_ROWS_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import type { Page, Paging } from '../shared/paging.ts';
import { literally, type Query, query } from '../shared/query.ts';

/** A redemption code without its text: its name from the directory, its state from the ledger. Times are Unix seconds. */
export type CodeView = {
  readonly id: CodeId;
  readonly name: string;
  /** Who made it. */
  readonly accountId: UserId;
  /** CODE_STATUS, without what is withdrawn or expired. */
  readonly status: number;
  readonly amount: Quota;
  readonly createdTime: number;
  /** 0: not yet. */
  readonly redeemedTime: number;
  /** 0: nobody. */
  readonly usedUserId: number;
};

type CodeRead = {
  id: number;
  name: string;
  user_id: number;
  created_time: number;
  status: number | null;
  amount: number | null;
  redeemed_ms: number | null;
  used_user_id: number | null;
};

const NEVER_AGAIN: ReadonlySet<number> = new Set([CODE_STATUS.withdrawn, CODE_STATUS.expired]);

/**
 * A code whose CodeIssued the read models have not seen yet is disabled and worth nothing; one that has expired is disabled, and so is one withdrawn
 * whose deletion is not finished.
 */
const codeFrom = (row: CodeRead): CodeView => ({
  id: row.id as CodeId,
  name: row.name,
  accountId: row.user_id as UserId,
  status: row.status === null || NEVER_AGAIN.has(row.status) ? CODE_STATUS.disabled : row.status,
  amount: quota(row.amount ?? 0),
  createdTime: row.created_time,
  redeemedTime: Math.floor((row.redeemed_ms ?? 0) / 1_000),
  usedUserId: row.used_user_id ?? 0,
});

const listed = (): Query => query('directory.codes as c').whereNull('c.deleted_time');

const withStates = (codes: Query): Query =>
  codes
    .select('c.id', 'c.name', 'c.user_id', 'c.created_time', 's.status', 's.amount', 's.redeemed_ms', 's.used_user_id')
    .leftJoin(`${READ_MODELS}.code_states as s`, 's.code_id', 'c.id');

async function page(db: Queryable, matching: Query, { offset, limit }: Paging): Promise<Page<CodeView>> {
  const found = await rows<CodeRead>(
    db,
    withStates(matching.clone()).orderBy('c.id', 'desc').limit(Math.min(limit, LOG_PAGE_ROWS_MAX)).offset(offset),
  );
  const { total } = await oneRow<{ total: number }>(db, matching.clone().count({ total: '*' }));
  return { items: found.map(codeFrom), total };
}

/** Newest first (docs/behaviour.md#redemption-codes). */
export const codePage = (db: Queryable, paging: Paging): Promise<Page<CodeView>> => page(db, listed(), paging);

/** By id, or by the beginning of the name, letter case ignored. */
export function searchCodes(db: Queryable, keyword: string, paging: Paging): Promise<Page<CodeView>> {
  const number = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
  return page(
    db,
    listed().whereRaw('(c.id = ? or lower(c.name) like ?)', [number, `${literally(keyword.toLowerCase())}%`]),
    paging,
  );
}

/** undefined when there is none, or it was taken out of the list. */
export async function codeView(db: Queryable, id: CodeId): Promise<CodeView | undefined> {
  const found = await maybeRow<CodeRead>(db, withStates(listed().where({ 'c.id': id })));
  return found === undefined ? undefined : codeFrom(found);
}
