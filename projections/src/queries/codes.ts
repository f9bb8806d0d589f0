import type { CodeId, UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { maybeRow, oneRow, type Page, type Paging, type Queryable, rows } from '../directory/database.ts';
import { CODE_STATUS } from '../directory/rows.ts';
import { every, literally, raw, type Sql, sql } from '../directory/sql.ts';
import { LOG_PAGE_ROWS_MAX } from '../limits.ts';

/** A redemption code: its text from the directory, its state from the ledger. Times are Unix seconds. */
export type CodeView = {
  readonly id: CodeId;
  readonly key: string;
  readonly name: string;
  /** Who made it. */
  readonly userId: UserId;
  /** CODE_STATUS: 1 unused, 2 disabled, 3 used. */
  readonly status: number;
  readonly amount: Quota;
  readonly createdTime: number;
  /** 0: not yet. */
  readonly redeemedTime: number;
  /** 0: nobody. */
  readonly usedUserId: number;
};

type CodeRead = {
  id: number; key: string; name: string; user_id: number; created_time: number; status: number | null; amount: number | null; redeemed_ms: number | null;
  used_user_id: number | null;
};

/** A code whose CodeIssued the read models have not seen yet is disabled and worth nothing. */
const codeFrom = (row: CodeRead): CodeView => ({
  id: row.id as CodeId, key: row.key, name: row.name, userId: row.user_id as UserId, status: row.status ?? CODE_STATUS.disabled,
  amount: quota(row.amount ?? 0), createdTime: row.created_time, redeemedTime: Math.floor((row.redeemed_ms ?? 0) / 1_000), usedUserId: row.used_user_id ?? 0,
});

const COLUMNS = raw(`c.id, c.key, c.name, c.user_id, c.created_time, s.status, s.amount, s.redeemed_ms, s.used_user_id
  from directory.codes c left join readmodel.code_states s on s.code_id = c.id`);
const LISTED = raw('c.deleted_time is null');

async function page(db: Queryable, condition: Sql, { offset, limit }: Paging): Promise<Page<CodeView>> {
  const listed = every([LISTED, condition]);
  const found = await rows<CodeRead>(db, sql`select ${COLUMNS} where ${listed} order by c.id desc limit ${Math.min(limit, LOG_PAGE_ROWS_MAX)} offset ${offset}`);
  const { total } = await oneRow<{ total: number }>(db, sql`select count(*) as total from directory.codes c where ${listed}`);
  return { items: found.map(codeFrom), total };
}

/** Newest first (contract A.7). */
export const codePage = (db: Queryable, paging: Paging): Promise<Page<CodeView>> => page(db, raw('true'), paging);

/** By id, or by the beginning of the name, letter case ignored. */
export function searchCodes(db: Queryable, keyword: string, paging: Paging): Promise<Page<CodeView>> {
  const number = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
  return page(db, sql`(c.id = ${number} or lower(c.name) like ${`${literally(keyword.toLowerCase())}%`})`, paging);
}

/** undefined when there is none, or it was taken out of the list. */
export async function codeView(db: Queryable, id: CodeId): Promise<CodeView | undefined> {
  const found = await maybeRow<CodeRead>(db, sql`select ${COLUMNS} where ${LISTED} and c.id = ${id}`);
  return found === undefined ? undefined : codeFrom(found);
}
