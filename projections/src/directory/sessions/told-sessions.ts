import type { UserId } from '@ledgate/domain/shared/ids';
import { columnsOf } from '../../shared/column-names.ts';
import { maybeRow, type Queryable, rows } from '../../shared/database.ts';
import { type Piece, query } from '../../shared/query.ts';
import { SESSIONS_OF_USER_MAX } from '../limits.ts';
import { type CalledFrom, sessionHash } from './sessions.ts';

/** A session as its owner is told of it. `id` names it and opens nothing; times in Unix seconds; `isCurrent`: it is the one that asks. */
export type ToldSession = CalledFrom & {
  readonly id: string;
  readonly createdTime: number;
  readonly seenTime: number;
  readonly isCurrent: boolean;
};

const columns = columnsOf(['id', 'createdTime', 'seenTime', 'address', 'agent'] satisfies (keyof ToldSession)[]);

/** Of who asks without a session none is. */
const isOf = (token: string | undefined): Piece =>
  query.raw('id_hash is not distinct from ?::bytea as "isCurrent"', [token === undefined ? null : sessionHash(token)]);

/** Those that are good at `nowSeconds`, the one that was used last first. @param token of the session that asks */
export const sessionsOf = (
  db: Queryable,
  userId: UserId,
  token: string | undefined,
  nowSeconds: number,
): Promise<readonly ToldSession[]> =>
  rows<ToldSession>(
    db,
    query('directory.sessions')
      .select([...columns, isOf(token)])
      .where({ user_id: userId })
      .where('expires_time', '>', nowSeconds)
      .orderBy([
        { column: 'seen_time', order: 'desc' },
        { column: 'created_time', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(SESSIONS_OF_USER_MAX),
  );

/** Ends one by its id. undefined: this person has none of that id, whoever else may. @param token of the session that asks */
export const endSessionOf = (
  db: Queryable,
  userId: UserId,
  id: string,
  token: string | undefined,
): Promise<{ readonly isCurrent: boolean } | undefined> =>
  maybeRow(db, query('directory.sessions').where({ user_id: userId, id }).delete().returning(isOf(token)));
