import { maybeRow, type Queryable } from '../database.ts';
import { sha256Hex } from '../random-text.ts';
import { raw, sql } from '../sql.ts';
import type { UserRow } from '../rows.ts';
import { userColumns } from './columns.ts';

// Closed accounts are found too unless the name says otherwise: their `closedTime` tells.

export const findUser = (db: Queryable, id: number): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where id = ${id}`);

export const findOpenUser = (db: Queryable, id: number): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where id = ${id} and closed_time is null`);

/** The row stays locked until the transaction ends. */
export const lockUser = (db: Queryable, id: number): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where id = ${id} for update`);

export const findUserByUsername = (db: Queryable, username: string): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where username = ${username}`);

/** Letter case is ignored. */
export const findUserByEmail = (db: Queryable, email: string): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where email <> '' and lower(email) = lower(${email})`);

/** The name of a login: a username, else an e-mail address (contract A.3). */
export const findUserByLogin = async (db: Queryable, login: string): Promise<UserRow | undefined> =>
  (await findUserByUsername(db, login)) ?? findUserByEmail(db, login);

/** @param accessToken the token itself; only its hash is kept. */
export const findUserByAccessToken = (db: Queryable, accessToken: string): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where access_token_hash <> '' and access_token_hash = ${sha256Hex(accessToken)}`);

export const findUserByAffCode = (db: Queryable, affCode: string): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where aff_code <> '' and aff_code = ${affCode}`);

export type Identity = 'githubId' | 'wechatId' | 'telegramId' | 'linuxDoId';
const COLUMN: Readonly<Record<Identity, string>> = { githubId: 'github_id', wechatId: 'wechat_id', telegramId: 'telegram_id', linuxDoId: 'linux_do_id' };

/** By an outside login (contract A.9). */
export const findUserByIdentity = (db: Queryable, identity: Identity, value: string): Promise<UserRow | undefined> =>
  maybeRow(db, sql`select ${userColumns} from directory.users where ${raw(COLUMN[identity])} <> '' and ${raw(COLUMN[identity])} = ${value}`);

/** Which of the two somebody already has, closed accounts included (contract A.3, register). */
export async function takenBy(db: Queryable, username: string, email: string): Promise<'username' | 'email' | undefined> {
  if (await findUserByUsername(db, username) !== undefined) return 'username';
  return email !== '' && (await findUserByEmail(db, email)) !== undefined ? 'email' : undefined;
}
