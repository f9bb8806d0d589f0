import type { UserId } from '@ledgate/domain/shared/ids';
import { oneRow, type Queryable, rows } from '../../shared/database.ts';
import {
  countOf,
  inStretch,
  type ListOrder,
  type Page,
  pageOf,
  type Paging,
  type Stretch,
} from '../../shared/paging.ts';
import { literally, oneOfIds, oneOfTexts, type Query, query } from '../../shared/query.ts';
import { LIST_ROWS_MAX } from '../limits.ts';
import type { UserRow } from '../rows.ts';
import { userColumns } from './columns.ts';
import { ANY_USER } from './sql.ts';

const users = (): Query => query('directory.users');

type UserSearch = { readonly keyword: string; readonly group: string; readonly status: number };

/**
 * Closed accounts included (docs/behaviour.md#users). `keyword` is part of username, e-mail or display name (letter case ignored), or the id; `group` is
 * exact; '' for either, or 0 for `status`: no condition.
 */
export function listUsers(
  db: Queryable,
  search: UserSearch,
  order: ListOrder | undefined,
  paging: Paging,
): Promise<Page<UserRow>> {
  return pageOf(db, usersLike(search), userColumns, order, paging, LIST_ROWS_MAX);
}

/** A part of the list, by ids. */
export const usersInStretch = (db: Queryable, search: UserSearch, stretch: Stretch): Promise<readonly UserRow[]> =>
  rows(db, inStretch(usersLike(search).select(userColumns), 'id', stretch));

export const countUsers = (db: Queryable, search: UserSearch): Promise<number> => countOf(db, usersLike(search));

function usersLike({ keyword, group, status }: UserSearch): Query {
  const found = users();
  if (keyword !== '') named(found, keyword);
  if (group !== '') found.where({ group });
  if (status !== 0) found.where({ status });
  return found;
}

/** The expression is the one of the index `users_search`. */
function named(found: Query, keyword: string): void {
  const pattern = `%${literally(keyword.toLowerCase())}%`;
  const id = Number(keyword);
  found.where((either) => {
    either.whereRaw(
      `(lower(username) || ' ' || lower(email) || ' ' || lower(display_name)) like ?
      and (lower(username) like ? or lower(email) like ? or lower(display_name) like ?)`,
      [pattern, pattern, pattern, pattern],
    );
    if (/^\d+$/.test(keyword) && Number.isSafeInteger(id)) either.orWhere({ id });
  });
}

/** Names by id, closed accounts included; ids that never were are not in the answer. */
export async function usernamesOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await rows<{ id: UserId; username: string }>(
    db,
    users().select('id', 'username').where(oneOfIds('id', ids)),
  );
  return new Map(found.map(({ id, username }) => [id, username]));
}

/** The id of an exact name, for filters of logs; undefined when nobody has it. */
export async function userIdsOf(db: Queryable, usernames: readonly string[]): Promise<ReadonlyMap<string, UserId>> {
  if (usernames.length === 0) return new Map();
  const found = await rows<{ id: UserId; username: string }>(
    db,
    users().select('id', 'username').where(oneOfTexts('username', usernames)),
  );
  return new Map(found.map(({ id, username }) => [username, id]));
}

/** How many a user has invited (aff_count, docs/behaviour.md#users), for several users at once; none: not in the answer. */
export async function inviteCountsOf(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ id: number; count: number }>(
    db,
    users()
      .select('inviter_id as id')
      .count({ count: '*' })
      .where(oneOfIds('inviter_id', ids))
      .whereRaw('inviter_id <> 0')
      .groupBy('inviter_id'),
  );
  return new Map(found.map(({ id, count }) => [id, count]));
}

/** Whoever exists at all: an empty database gets its first user. */
export async function anyUser(db: Queryable): Promise<boolean> {
  const { found } = await oneRow<{ found: boolean }>(db, query.raw(ANY_USER));
  return found;
}
