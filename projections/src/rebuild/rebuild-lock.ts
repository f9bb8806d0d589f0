import type { PoolClient } from 'pg';
import { ADVISORY_LOCKS } from '../shared/advisory-locks.ts';
import { type Database, oneRow } from '../shared/database.ts';
import { query } from '../shared/query.ts';

/** Runs `work` while no other rebuild runs on this database; `taken` where one does. The lock is the session's and ends with it, however that ends. */
export async function rebuildingAlone<Answer>(
  pool: Database,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer | 'taken'> {
  const client = await pool.connect();
  // A session that ends between two queries tells nobody else; the next query fails.
  const lost = (): void => undefined;
  client.on('error', lost);
  let broken = true;
  try {
    const { free } = await oneRow<{ free: boolean }>(
      client,
      query.raw('select pg_try_advisory_lock(?) as free', [ADVISORY_LOCKS.rebuild]),
    );
    const answer = free ? await work(client) : 'taken';
    if (free) await client.query(`select pg_advisory_unlock(${ADVISORY_LOCKS.rebuild})`);
    broken = false;
    return answer;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}
