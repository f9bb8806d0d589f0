import { execute, maybeRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { SESSION_SHOWN_MAX } from '../limits.ts';
import { sessionHash } from './sessions.ts';

// Older clients send the whole form back: a number equal to the one last shown to this session for that object changes nothing
// (docs/ledger.md#numbers-that-are-set).

/** Remembers what this answer shows, by object (`user-17`, `token-4`). Must be durable before the answer leaves. */
export async function noteShown(db: Queryable, sessionId: string, shown: ReadonlyMap<string, number>): Promise<void> {
  if (shown.size === 0) return;
  const hash = sessionHash(sessionId);
  await execute(
    db,
    query.raw(
      `
    insert into directory.session_shown (id_hash, object, value)
    select ?::bytea, object, value from unnest(?::text[], ?::bigint[]) as shown (object, value)
    where exists (select from directory.sessions where id_hash = ?::bytea)
    order by object
    on conflict (id_hash, object) do update set value = excluded.value, shown_at = clock_timestamp()`,
      [hash, [...shown.keys()], [...shown.values()], hash],
    ),
  );
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
  execute(
    db,
    query.raw(
      `
  delete from directory.session_shown old using (
    select id_hash, object, row_number() over (partition by id_hash order by shown_at desc) as age from directory.session_shown
    where id_hash in (select id_hash from directory.session_shown group by id_hash having count(*) > ?)
  ) as aged
  where old.id_hash = aged.id_hash and old.object = aged.object and aged.age > ?`,
      [SESSION_SHOWN_MAX, SESSION_SHOWN_MAX],
    ),
  );
