import { maybeRow, type Queryable } from '../../shared/database.ts';
import { type Query, query } from '../../shared/query.ts';
import { sha256Hex } from '../random-text.ts';
import type { UserRow } from '../rows.ts';
import { userColumns } from './columns.ts';

// Closed accounts are found too unless the name says otherwise: their `closedTime` tells. A condition that names '' names the partial index's.

const users = (): Query => query('directory.users').select(userColumns);

export const findUser = (db: Queryable, id: number): Promise<UserRow | undefined> =>
  maybeRow(db, users().where({ id }));

export const findOpenUser = (db: Queryable, id: number): Promise<UserRow | undefined> =>
  maybeRow(db, users().where({ id }).whereNull('closed_time'));

/** The row stays locked until the transaction ends. */
export const lockUser = (db: Queryable, id: number): Promise<UserRow | undefined> =>
  maybeRow(db, users().where({ id }).forUpdate());

const findUserByUsername = (db: Queryable, username: string): Promise<UserRow | undefined> =>
  maybeRow(db, users().where({ username }));

/** Letter case is ignored. */
export const findUserByEmail = (db: Queryable, email: string): Promise<UserRow | undefined> =>
  maybeRow(db, users().whereRaw("email <> '' and lower(email) = lower(?)", [email]));

/** The name of a login: a username, else an e-mail address (docs/behaviour.md#users). */
export const findUserByLogin = async (db: Queryable, login: string): Promise<UserRow | undefined> =>
  (await findUserByUsername(db, login)) ?? findUserByEmail(db, login);

/** @param accessToken the token itself; only its hash is kept. */
export const findUserByAccessToken = (db: Queryable, accessToken: string): Promise<UserRow | undefined> =>
  maybeRow(db, users().whereRaw("access_token_hash <> '' and access_token_hash = ?", [sha256Hex(accessToken)]));

export const findUserByAffCode = (db: Queryable, affCode: string): Promise<UserRow | undefined> =>
  maybeRow(db, users().whereRaw("aff_code <> '' and aff_code = ?", [affCode]));

/** Which of the two somebody already has, letter case aside, closed accounts included (docs/behaviour.md#users). */
export async function takenBy(
  db: Queryable,
  username: string,
  email: string,
): Promise<'username' | 'email' | undefined> {
  const namesake = await maybeRow<UserRow>(
    db,
    users().whereRaw('lower(username) in (lower(?), ?)', [username, username.toLowerCase()]).limit(1),
  );
  if (namesake !== undefined) return 'username';
  return email !== '' && (await findUserByEmail(db, email)) !== undefined ? 'email' : undefined;
}
