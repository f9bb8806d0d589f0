import type { PoolClient } from 'pg';
import { type Database, oneRow } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { tryLock, unlock } from '../shared/sql.ts';

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
    const { locked } = await oneRow<{ locked: boolean }>(client, query.raw(tryLock('rebuild')));
    const answer = locked ? await work(client) : 'taken';
    if (locked) await client.query(unlock('rebuild'));
    broken = false;
    return answer;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
}
