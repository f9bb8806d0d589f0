import type { UserId } from '@ledgate/domain/shared/ids';
import { oneRow, type Page, type Paging, type Queryable, rows } from '../database.ts';
import { LIST_ROWS_MAX } from '../limits.ts';
import { every, literally, type Sql, sql } from '../sql.ts';
import type { UserRow } from '../rows.ts';
import { userColumns } from './columns.ts';

/** Newest id first, closed accounts included (contract A.3). */
export const listUsers = (db: Queryable, paging: Paging): Promise<Page<UserRow>> => page(db, sql`true`, paging);

/** `keyword` is part of username, e-mail or display name (letter case ignored), or the id; `group` is exact; '' for either: no condition. */
export function searchUsers(db: Queryable, { keyword, group }: { readonly keyword: string; readonly group: string }, paging: Paging): Promise<Page<UserRow>> {
  return page(db, every([keyword === '' ? undefined : matches(keyword), group === '' ? undefined : sql`"group" = ${group}`]), paging);
}

/** The expression is the one of the index `users_search`. */
function matches(keyword: string): Sql {
  const pattern = `%${literally(keyword.toLowerCase())}%`;
  const inTexts = sql`(lower(username) || ' ' || lower(email) || ' ' || lower(display_name)) like ${pattern}
    and (lower(username) like ${pattern} or lower(email) like ${pattern} or lower(display_name) like ${pattern})`;
  const id = Number(keyword);
  return /^\d+$/.test(keyword) && Number.isSafeInteger(id) ? sql`(id = ${id} or (${inTexts}))` : sql`(${inTexts})`;
}

async function page(db: Queryable, condition: Sql, { offset, limit }: Paging): Promise<Page<UserRow>> {
  const { total } = await oneRow<{ total: number }>(db, sql`select count(*) as total from directory.users where ${condition}`);
  const items = await rows<UserRow>(db, sql`
    select ${userColumns} from directory.users where ${condition} order by id desc offset ${offset} limit ${Math.min(limit, LIST_ROWS_MAX)}`);
  return { items, total };
}

/** Names by id, closed accounts included; ids that never were are not in the answer. */
export async function usernamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: UserId; username: string }>(db, sql`select id, username from directory.users where id = any(${ids}::bigint[])`);
  return new Map(found.map(({ id, username }) => [id, username]));
}

/** The id of an exact name, for filters of logs; undefined when nobody has it. */
export async function userIdsOf(db: Queryable, usernames: readonly string[]): Promise<ReadonlyMap<string, UserId>> {
  if (usernames.length === 0) return new Map();
  const found = await rows<{ id: UserId; username: string }>(db, sql`select id, username from directory.users where username = any(${usernames}::text[])`);
  return new Map(found.map(({ id, username }) => [username, id]));
}

/** How many a user has invited (aff_count of contract A.3), for several users at once; none: not in the answer. */
export async function inviteCountsOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ id: number; count: number }>(db, sql`
    select inviter_id as id, count(*) as count from directory.users where inviter_id = any(${ids}::bigint[]) and inviter_id <> 0 group by inviter_id`);
  return new Map(found.map(({ id, count }) => [id, count]));
}

/** Whoever exists at all: an empty database gets its first user. */
export async function anyUser(db: Queryable): Promise<boolean> {
  const { found } = await oneRow<{ found: boolean }>(db, sql`select exists (select from directory.users) as found`);
  return found;
}

/** Enabled users with the role or above, for mails to the operator. */
export const usersWithRole = (db: Queryable, role: number): Promise<readonly UserRow[]> =>
  rows(db, sql`select ${userColumns} from directory.users where role >= ${role} and closed_time is null order by id limit ${LIST_ROWS_MAX}`);
