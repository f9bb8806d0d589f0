import { ROLE } from '@ledgate/domain/catalogue/roles';
import type { UserId } from '@ledgate/domain/shared/ids';
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

/** The root user that was made first, in whose name a process does what nobody has asked for; undefined before the first start. */
export const firstRootId = async (db: Queryable): Promise<UserId | undefined> =>
  (
    await maybeRow<{ id: UserId }>(
      db,
      query('directory.users').select('id').where({ role: ROLE.root }).orderBy('id').limit(1),
    )
  )?.id;

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

/** Where the id of a person's account with a provider stands. */
export const OUTSIDE_COLUMNS = {
  github: { field: 'githubId', column: 'github_id' },
  linuxdo: { field: 'linuxDoId', column: 'linux_do_id' },
  wechat: { field: 'wechatId', column: 'wechat_id' },
  telegram: { field: 'telegramId', column: 'telegram_id' },
} as const;
export type OutsideProvider = keyof typeof OUTSIDE_COLUMNS;

/** Whose account with a provider it is. */
export const findUserByOutsideId = (
  db: Queryable,
  provider: OutsideProvider,
  id: string,
): Promise<UserRow | undefined> => {
  const { column } = OUTSIDE_COLUMNS[provider];
  return maybeRow(db, users().whereRaw("?? <> '' and ?? = ?", [column, column, id]));
};

/** The highest number of a user; 0 where there is none. */
export const highestUserId = async (db: Queryable): Promise<number> =>
  Number((await maybeRow<{ highest: number | null }>(db, query('directory.users').max('id as highest')))?.highest ?? 0);

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
