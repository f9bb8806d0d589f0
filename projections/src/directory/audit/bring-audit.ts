import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStore, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { type Database, maybeRow, oneRow } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { AUDIT_LOOK_MS, AUDIT_WAIT_MS } from '../limits.ts';
import { drainAudit } from './drain-audit.ts';

/**
 * For who reads the list of records: what was recorded when the call came is appended, by whichever process. After AUDIT_WAIT_MS, or where the ledger
 * cannot be written, the worker does it later.
 */
export async function bringAudit(store: EventStore, db: Database): Promise<void> {
  const { newest } = await oneRow<{ newest: number | null }>(
    db,
    query('directory.audit_outbox').select(query.raw('max(id) as newest')),
  );
  if (newest === null) return;
  const untilMs = performance.now() + AUDIT_WAIT_MS;
  try {
    while (performance.now() < untilMs) {
      await drainAudit(store, db);
      if (!(await anyUpTo(db, newest))) return;
      await sleep(AUDIT_LOOK_MS);
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
}

const anyUpTo = async (db: Database, id: number): Promise<boolean> =>
  (await maybeRow(db, query('directory.audit_outbox').select('id').where('id', '<=', id).limit(1))) !== undefined;
