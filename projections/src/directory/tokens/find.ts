import { maybeRow, type Page, type Paging, type Queryable, oneRow, rows } from '../database.ts';
import { LIST_ROWS_MAX } from '../limits.ts';
import type { TokenRow } from '../rows.ts';
import { every, literally, type Sql, sql } from '../sql.ts';
import { tokenColumns } from './columns.ts';

// Deleted tokens are found by tokenNamesOf alone.

/** `userId`: only this user's. */
export const findToken = (db: Queryable, id: number, userId?: number): Promise<TokenRow | undefined> =>
  maybeRow(db, sql`select ${tokenColumns} from directory.tokens where ${one(id, userId)}`);

/** The row stays locked until the transaction ends. */
export const lockToken = (db: Queryable, id: number, userId?: number): Promise<TokenRow | undefined> =>
  maybeRow(db, sql`select ${tokenColumns} from directory.tokens where ${one(id, userId)} for update`);

const one = (id: number, userId: number | undefined): Sql =>
  every([sql`id = ${id}`, sql`deleted_time is null`, userId === undefined ? undefined : sql`user_id = ${userId}`]);

/** @param key 48 characters, without `sk-` */
export const findTokenByKey = (db: Queryable, key: string): Promise<TokenRow | undefined> =>
  maybeRow(db, sql`select ${tokenColumns} from directory.tokens where key = ${key} and deleted_time is null`);

/** One user's, newest first (contract A.6). */
export const listTokens = (db: Queryable, userId: number, paging: Paging): Promise<Page<TokenRow>> =>
  page(db, sql`user_id = ${userId} and deleted_time is null`, paging);

/** The name contains `keyword` (letter case ignored) and the key contains `key` (`sk-` stripped by the caller); '' for either: no condition. */
export const searchTokens = (
  db: Queryable, userId: number, { keyword, key }: { readonly keyword: string; readonly key: string }, paging: Paging,
): Promise<Page<TokenRow>> => page(db, every([
  sql`user_id = ${userId} and deleted_time is null`,
  keyword === '' ? undefined : sql`lower(name) like ${`%${literally(keyword.toLowerCase())}%`}`,
  key === '' ? undefined : sql`key like ${`%${literally(key)}%`}`,
]), paging);

async function page(db: Queryable, condition: Sql, { offset, limit }: Paging): Promise<Page<TokenRow>> {
  const { total } = await oneRow<{ total: number }>(db, sql`select count(*) as total from directory.tokens where ${condition}`);
  const items = await rows<TokenRow>(db, sql`
    select ${tokenColumns} from directory.tokens where ${condition} order by id desc offset ${offset} limit ${Math.min(limit, LIST_ROWS_MAX)}`);
  return { items, total };
}

/** Names by id, deleted tokens included. */
export async function tokenNamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: number; name: string }>(db, sql`select id, name from directory.tokens where id = any(${ids}::bigint[])`);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Ids of the user's (or, without one, everybody's) tokens with exactly this name, deleted ones included: what a log filter by token name means. */
export async function tokenIdsNamed(db: Queryable, name: string, userId?: number): Promise<readonly number[]> {
  const found = await rows<{ id: number }>(db, sql`
    select id from directory.tokens where ${every([sql`name = ${name}`, userId === undefined ? undefined : sql`user_id = ${userId}`])} limit ${LIST_ROWS_MAX}`);
  return found.map(({ id }) => id);
}
