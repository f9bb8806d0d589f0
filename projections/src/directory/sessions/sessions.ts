import { createHash, randomBytes } from 'node:crypto';
import type { UserId } from '@ledgate/domain/shared/ids';
import { columnsOf } from '../../shared/column-names.ts';
import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { type Query, query } from '../../shared/query.ts';
import {
  SESSION_ADDRESS_CHARACTERS_MAX,
  SESSION_AGENT_CHARACTERS_MAX,
  SESSION_LIFE_SECONDS,
  SESSION_POSITIONS_MAX,
  SESSION_TOUCH_SECONDS,
  SESSIONS_OF_USER_MAX,
  SESSIONS_SWEPT_ROWS,
} from '../limits.ts';
import type { UserRow } from '../rows.ts';
import { findUser } from '../users/find.ts';
import { END_OLDEST, KEEP_IN_SESSION, SWEEP_SESSIONS, TAKE_STATE } from './sql.ts';

/** What a session keeps besides its user (docs/behaviour.md#sessions). `human`: a bot check was passed. */
export type SessionData = {
  readonly human?: 'yes';
  /** Of a sign-in at a provider that was begun last, until when it is good (Unix seconds), and the invite code that it was begun with. */
  readonly state?: string;
  readonly stateUntil?: number;
  readonly aff?: string;
};

/** Highest position that the session wrote, by partition of the feed. */
type SessionPositions = Readonly<Record<string, number>>;

/** Where a call comes from: its address, and what its program calls itself (`User-Agent`); cut off where it is long. */
export type CalledFrom = { readonly address: string; readonly agent: string };

export type Session = {
  readonly userId: UserId | null;
  /** Unix seconds. */
  readonly createdTime: number;
  readonly seenTime: number;
  readonly expiresTime: number;
  readonly data: SessionData;
  readonly positions: SessionPositions;
};

const columns = columnsOf([
  'userId',
  'createdTime',
  'seenTime',
  'expiresTime',
  'data',
  'positions',
] satisfies (keyof Session)[]);

/** Only the hash is kept: who reads the table cannot use a session. */
export const sessionHash = (id: string): Buffer => createHash('sha256').update(id).digest();

const sessionRow = (id: string): Query => query('directory.sessions').where({ id_hash: sessionHash(id) });

const UNKNOWN_PLACE: CalledFrom = { address: '', agent: '' };
const asKept = ({ address, agent }: CalledFrom): CalledFrom => ({
  address: address.slice(0, SESSION_ADDRESS_CHARACTERS_MAX),
  agent: agent.slice(0, SESSION_AGENT_CHARACTERS_MAX),
});

/** Answers the id for the cookie: 256 random bits, base64url. Of one person the newest stay: beyond so many that ends which was used longest ago. */
export async function createSession(
  db: Queryable,
  userId: UserId | null,
  nowSeconds: number,
  data: SessionData = {},
  {
    lifeSeconds = SESSION_LIFE_SECONDS,
    from = UNKNOWN_PLACE,
  }: { readonly lifeSeconds?: number; readonly from?: CalledFrom } = {},
): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await execute(
    db,
    query('directory.sessions').insert({
      id_hash: sessionHash(id),
      user_id: userId,
      created_time: nowSeconds,
      seen_time: nowSeconds,
      expires_time: nowSeconds + lifeSeconds,
      data: JSON.stringify(data),
      ...asKept(from),
    }),
  );
  if (userId !== null)
    await execute(db, { text: END_OLDEST, values: [userId, sessionHash(id), SESSIONS_OF_USER_MAX - 1] });
  return id;
}

/** undefined: unknown or expired. Its use is written at most once a minute, however many calls come at once; `from` where a call of it comes from. */
export async function findSession(
  db: Queryable,
  id: string,
  nowSeconds: number,
  from?: CalledFrom,
): Promise<Session | undefined> {
  const found = await maybeRow<Session>(db, sessionRow(id).select(columns).where('expires_time', '>', nowSeconds));
  const usedBefore = nowSeconds - SESSION_TOUCH_SECONDS;
  if (found !== undefined && found.seenTime <= usedBefore)
    await execute(
      db,
      sessionRow(id)
        .where('seen_time', '<=', usedBefore)
        .update({ seen_time: nowSeconds, ...(from === undefined ? {} : asKept(from)) }),
    );
  return found;
}

/** The session and its user as he is now (closed or not); undefined also for a session without a user. */
export async function findSessionUser(
  db: Queryable,
  id: string,
  nowSeconds: number,
  from?: CalledFrom,
): Promise<{ readonly session: Session; readonly user: UserRow } | undefined> {
  const session = await findSession(db, id, nowSeconds, from);
  const user = session === undefined || session.userId === null ? undefined : await findUser(db, session.userId);
  return session && user && { session, user };
}

/** Raises the positions that are given; a lower one than kept changes nothing, so that two calls of one session may end in any order. */
export async function noteWritten(db: Queryable, id: string, positions: SessionPositions): Promise<void> {
  if (Object.keys(positions).length === 0) return;
  const raised = query.raw(
    `(
    select coalesce(jsonb_object_agg(partition, position), '{}') from (
      select partition, max(position::bigint) as position from (
        select * from jsonb_each_text(positions) union all select * from jsonb_each_text(?::jsonb)
      ) as every_position (partition, position) group by partition order by 2 desc limit ?
    ) as highest)`,
    [JSON.stringify(positions), SESSION_POSITIONS_MAX],
  );
  await execute(db, sessionRow(id).update({ positions: raised }));
}

/** Answers what it kept; undefined where there was none. */
export async function deleteSession(db: Queryable, id: string): Promise<SessionData | undefined> {
  const gone = await maybeRow<Pick<Session, 'data'>>(db, sessionRow(id).delete().returning('data'));
  return gone?.data;
}

/** Adds to what a session keeps. false: it is unknown or expired. */
export const keepInSession = async (
  db: Queryable,
  id: string,
  data: SessionData,
  nowSeconds: number,
): Promise<boolean> =>
  (await execute(db, { text: KEEP_IN_SESSION, values: [sessionHash(id), JSON.stringify(data), nowSeconds] })) > 0;

/** Uses up the state of a sign-in at a provider: of two calls with one state, one gets it. undefined: it is not this session's, over, or used. */
export const takeState = (
  db: Queryable,
  id: string,
  state: string,
  nowSeconds: number,
): Promise<{ readonly aff: string } | undefined> =>
  maybeRow(db, { text: TAKE_STATE, values: [sessionHash(id), state, nowSeconds] });

/** After a changed password or role: everywhere but in the session that did it. */
export const deleteSessionsOf = (db: Queryable, userId: number, except?: string): Promise<number> =>
  execute(
    db,
    query('directory.sessions')
      .where({ user_id: userId })
      .whereRaw('id_hash is distinct from ?::bytea', [except === undefined ? null : sessionHash(except)])
      .delete(),
  );

/** Answers how many had expired. */
export async function sweepSessions(db: Queryable, nowSeconds: number): Promise<number> {
  for (let swept = 0; ;) {
    const gone = await execute(db, { text: SWEEP_SESSIONS, values: [nowSeconds, SESSIONS_SWEPT_ROWS] });
    swept += gone;
    if (gone < SESSIONS_SWEPT_ROWS) return swept;
  }
}

/** For how many seconds the oldest session that has expired still stands; 0 where none does. */
export async function expiredSessionsAgeSeconds(db: Queryable, nowSeconds: number): Promise<number> {
  const found = await maybeRow<{ first: number | null }>(db, query('directory.sessions').min('expires_time as first'));
  return Math.max(0, nowSeconds - (found?.first ?? nowSeconds));
}
