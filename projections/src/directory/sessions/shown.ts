import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { SESSION_SHOWN_MAX } from '../limits.ts';
import { sessionHash } from './sessions.ts';
import { NOTE_SHOWN, SWEEP_SHOWN } from './sql.ts';

// Older clients send the whole form back: a number equal to the one last shown to this session for that object changes nothing
// (docs/ledger.md#numbers-that-are-set).

/** Remembers what this answer shows, by object (`user-17`, `token-4`). Must be durable before the answer leaves. */
export async function noteShown(db: Queryable, sessionId: string, shown: ReadonlyMap<string, number>): Promise<void> {
  if (shown.size === 0) return;
  const hash = sessionHash(sessionId);
  await execute(db, query.raw(NOTE_SHOWN, [hash, [...shown.keys()], [...shown.values()], hash]));
}

export async function lastShown(db: Queryable, sessionId: string, object: string): Promise<number | undefined> {
  const found = await maybeRow<{ value: number }>(
    db,
    query('directory.session_shown')
      .select('value')
      .where({ id_hash: sessionHash(sessionId), object }),
  );
  return found?.value;
}

/** Keeps the newest of each session. */
export const sweepShown = (db: Queryable): Promise<number> =>
  execute(db, query.raw(SWEEP_SHOWN, [SESSION_SHOWN_MAX, SESSION_SHOWN_MAX]));
