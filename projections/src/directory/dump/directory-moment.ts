import type { PoolClient } from 'pg';
import { MOMENT_ATTEMPTS_MAX, MOMENT_LOCK_TIMEOUT_MS, MOMENT_MAX_MS, MOMENT_PAUSE_MS } from '../limits.ts';
import { type Database, inTransaction } from '../../shared/database.ts';
import { dumpedTables } from './tables.ts';
import { lockTimeout } from '../../shared/sql.ts';
import { lockShared, TAKE_SNAPSHOT } from './sql.ts';

const LOCK_NOT_AVAILABLE = '55P03';
/** In the order in which a transaction comes to them, after all others: so hardly ever does one wait for another. */
const WRITTEN_LAST = ['outbox', 'directory_head', 'directory_changes', 'audit_outbox'];

/**
 * Runs `work` on a snapshot of the directory, and `moment` at the very moment that it shows: no change of the directory is committed between the
 * two. So the head of the ledger, asked for in `moment`, is behind every event that the snapshot takes for written (an outbox row goes after its
 * event has been acknowledged), and before every event of a row that the snapshot does not have (rows are committed before their events are
 * appended). Writers of the directory wait for MOMENT_LOCK_TIMEOUT_MS and for `moment`, MOMENT_MAX_MS at most. Throws when `moment` does or takes longer,
 * or when there is none in MOMENT_ATTEMPTS_MAX attempts.
 */
export async function atDirectoryMoment<Moment, Value>(
  db: Database,
  moment: () => Promise<Moment>,
  work: (snapshot: PoolClient, moment: Moment) => Promise<Value>,
): Promise<Value> {
  const snapshot = await db.connect();
  let broken = true;
  try {
    const at = await takeSnapshot(db, snapshot, moment);
    const value = await work(snapshot, at);
    await snapshot.query('commit');
    broken = false;
    return value;
  } finally {
    snapshot.release(broken);
  }
}

async function takeSnapshot<Moment>(
  db: Database,
  snapshot: PoolClient,
  moment: () => Promise<Moment>,
): Promise<Moment> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(db, async (locks) => {
        const names = (await dumpedTables(locks))
          .map(({ name }) => name)
          .toSorted((one, other) => WRITTEN_LAST.indexOf(one) - WRITTEN_LAST.indexOf(other));
        // Who waits longer might wait for a transaction that waits for these locks: it is to go on, and not to be chosen as the victim.
        await locks.query(lockTimeout(MOMENT_LOCK_TIMEOUT_MS));
        await locks.query(lockShared(names));
        await snapshot.query('begin transaction isolation level repeatable read, read only');
        // The first query that reads takes the snapshot.
        await snapshot.query(TAKE_SNAPSHOT);
        return within(MOMENT_MAX_MS, moment());
      });
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === MOMENT_ATTEMPTS_MAX) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, MOMENT_PAUSE_MS);
    });
  }
}

async function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new Error(`the ledger did not tell its end within ${timeoutMs} ms`));
        }, timeoutMs);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
