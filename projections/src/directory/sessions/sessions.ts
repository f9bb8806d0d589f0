import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@ledgate/domain/shared/ids';
import { execute, maybeRow, type Queryable } from '../database.ts';
import { SESSION_LIFE_SECONDS, SESSION_POSITIONS_MAX, SESSION_TOUCH_SECONDS } from '../limits.ts';
import type { UserRow } from '../rows.ts';
import { columnsOf, sql } from '../sql.ts';
import { findUser } from '../users/find.ts';

/** What a session keeps besides its user: the state of an outside login, an invite code, a passed turnstile (contract A.1). */
export type SessionData = Readonly<Record<string, string>>;

/** Highest position that the session wrote, by partition of the feed. */
export type SessionPositions = Readonly<Record<string, number>>;

export type Session = {
  readonly userId: UserId | null;
  /** Unix seconds. */
  readonly createdTime: number;
  readonly seenTime: number;
  readonly expiresTime: number;
  readonly data: SessionData;
  readonly positions: SessionPositions;
};

const columns = columnsOf(['userId', 'createdTime', 'seenTime', 'expiresTime', 'data', 'positions'] satisfies (keyof Session)[]);

/** Only the hash is kept: who reads the table cannot use a session. */
export const sessionHash = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Answers the id for the cookie: 256 random bits, base64url. */
export async function createSession(db: Queryable, userId: UserId | null, nowSeconds: number, data: SessionData = {}): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await execute(db, sql`
    insert into directory.sessions (id_hash, user_id, created_time, seen_time, expires_time, data)
    values (${sessionHash(id)}, ${userId}, ${nowSeconds}, ${nowSeconds}, ${nowSeconds + SESSION_LIFE_SECONDS}, ${JSON.stringify(data)})`);
  return id;
}

/** undefined: unknown or expired. Its time of use is written at most once a minute. */
export async function findSession(db: Queryable, id: string, nowSeconds: number): Promise<Session | undefined> {
  const session = await maybeRow<Session>(db, sql`select ${columns} from directory.sessions where id_hash = ${sessionHash(id)} and expires_time > ${nowSeconds}`);
  if (session !== undefined && nowSeconds - session.seenTime >= SESSION_TOUCH_SECONDS) {
    await execute(db, sql`update directory.sessions set seen_time = ${nowSeconds} where id_hash = ${sessionHash(id)}`);
  }
  return session;
}

/** The session and its user as he is now (closed or not); undefined also for a session without a user. */
export async function findSessionUser(db: Queryable, id: string, nowSeconds: number): Promise<{ readonly session: Session; readonly user: UserRow } | undefined> {
  const session = await findSession(db, id, nowSeconds);
  const user = session === undefined || session.userId === null ? undefined : await findUser(db, session.userId);
  return session && user && { session, user };
}

/** Data that is given replaces what was kept under the same names; null removes a name. */
export const putSessionData = (db: Queryable, id: string, data: Readonly<Record<string, string | null>>): Promise<number> => execute(db, sql`
  update directory.sessions set data = jsonb_strip_nulls(data || ${JSON.stringify(data)}::jsonb) where id_hash = ${sessionHash(id)}`);

/** Raises the positions that are given; a lower one than kept changes nothing, so that two calls of one session may end in any order. */
export async function noteWritten(db: Queryable, id: string, positions: SessionPositions): Promise<void> {
  if (Object.keys(positions).length === 0) return;
  await execute(db, sql`
    update directory.sessions set positions = (
      select coalesce(jsonb_object_agg(partition, position), '{}') from (
        select partition, max(position::bigint) as position from (
          select * from jsonb_each_text(positions) union all select * from jsonb_each_text(${JSON.stringify(positions)}::jsonb)
        ) as every_position (partition, position) group by partition order by 2 desc limit ${SESSION_POSITIONS_MAX}
      ) as highest)
    where id_hash = ${sessionHash(id)}`);
}

export const deleteSession = (db: Queryable, id: string): Promise<number> => execute(db, sql`delete from directory.sessions where id_hash = ${sessionHash(id)}`);

/** After a changed password or role: everywhere but in the session that did it. */
export const deleteSessionsOf = (db: Queryable, userId: number, except?: string): Promise<number> => execute(db, sql`
  delete from directory.sessions where user_id = ${userId} and id_hash is distinct from ${except === undefined ? null : sessionHash(except)}::bytea`);

/** Answers how many had expired. */
export const sweepSessions = (db: Queryable, nowSeconds: number): Promise<number> => execute(db, sql`delete from directory.sessions where expires_time <= ${nowSeconds}`);
