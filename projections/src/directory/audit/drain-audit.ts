import { auditStream } from '@ledgate/domain/audit/events';
import { encode } from '@ledgate/domain/events/codec';
import {
  type EventStore,
  type EventToAppend,
  NO_STREAM,
  type Revision,
  WITHOUT_POSITION,
} from '@ledgate/domain/ports/event-store';
import { columnsOf } from '../../shared/column-names.ts';
import { type Database, execute, oneRow, type Queryable, rows } from '../../shared/database.ts';
import { oneOfIds, query } from '../../shared/query.ts';
import { AUDIT_BATCH_BYTES_MAX, AUDIT_BATCH_EVENTS_MAX, OUTBOX_CONFLICTS_MAX } from '../limits.ts';
import { lastRevision } from '../outbox/drain-row.ts';
import type { AuditRecord } from './administration.ts';
import { tryLock, unlock } from '../../shared/sql.ts';

type AuditRow = {
  readonly id: number;
  readonly commandId: string;
  readonly record: AuditRecord;
  readonly recordedAtMs: number;
  readonly actor: string;
  readonly expectedRevision: number | null;
};

/**
 * Appends all audit rows to `audit-{yyyymm}` (the month, UTC, of the change), in their order and in batches. A batch notes its revision in its
 * rows before the append; a retry repeats the identical batch there first. Does nothing while another process drains: answers how many events
 * were written. Throws StoreUnavailable; what is left is tried again.
 */
export async function drainAudit(store: EventStore, db: Database): Promise<number> {
  const client = await db.connect();
  let locked = false;
  try {
    locked = (await oneRow<{ locked: boolean }>(client, query.raw(tryLock('auditDrain')))).locked;
    if (!locked) return 0;
    let written = 0;
    for (;;) {
      const count = await drainBatch(store, client);
      if (count === 0) return written;
      written += count;
    }
  } finally {
    const unlocked =
      !locked ||
      (await client.query(unlock('auditDrain')).then(
        () => true,
        () => false,
      ));
    client.release(!unlocked);
  }
}

/** 0 when there is nothing left. */
async function drainBatch(store: EventStore, db: Queryable, conflicts = 0): Promise<number> {
  if (conflicts > OUTBOX_CONFLICTS_MAX) throw new Error(`the audit outbox: ${OUTBOX_CONFLICTS_MAX} conflicts in a row`);
  const noted = await auditRows(db, true);
  const batch = noted.length > 0 ? noted : firstBatch(await auditRows(db, false));
  const [first] = batch;
  if (first === undefined) return 0;
  const ids = batch.map(({ id }) => id);
  const stream = auditStream(monthOf(first.recordedAtMs));
  const events = batch.map(asEvent);
  if (first.expectedRevision !== null && (await appended(store, stream, first.expectedRevision, events)))
    return removed(db, ids);

  const revision = await lastRevision(store, stream);
  await execute(db, query('directory.audit_outbox').where(oneOfIds('id', ids)).update({ expected_revision: revision }));
  // A conflict leaves the batch noted; the next round finds where the stream ends now.
  return (await appended(store, stream, revision, events)) ? removed(db, ids) : drainBatch(store, db, conflicts + 1);
}

const columns = columnsOf([
  'id',
  'commandId',
  'record',
  'recordedAtMs',
  'actor',
  'expectedRevision',
] satisfies (keyof AuditRow)[]);

const auditRows = (db: Queryable, noted: boolean): Promise<readonly AuditRow[]> =>
  rows(
    db,
    query('directory.audit_outbox')
      .select(columns)
      .whereRaw('(expected_revision is not null) = ?', [noted])
      .orderBy('id')
      .limit(AUDIT_BATCH_EVENTS_MAX),
  );

/** The longest beginning that goes to one stream and into one append. */
function firstBatch(found: readonly AuditRow[]): readonly AuditRow[] {
  const [first] = found;
  if (first === undefined) return [];
  let bytes = 0;
  const end = found.findIndex((row, index) => {
    bytes += Buffer.byteLength(JSON.stringify(row.record));
    return index > 0 && (monthOf(row.recordedAtMs) !== monthOf(first.recordedAtMs) || bytes > AUDIT_BATCH_BYTES_MAX);
  });
  return end === -1 ? found : found.slice(0, end);
}

/** `202611`, UTC. */
const monthOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 7).replace('-', '');

const asEvent = ({ commandId, record, recordedAtMs, actor }: AuditRow): EventToAppend => {
  const [event] = encode([{ type: 'AdministrationRecorded', data: record }], {
    commandId,
    correlationId: record.requestId,
    occurredAtMs: recordedAtMs,
    actor,
    ...(record.reason === '' ? {} : { reason: record.reason }),
  });
  if (event === undefined) throw new Error('an audit row without an event');
  return event;
};

async function appended(
  store: EventStore,
  stream: string,
  revision: number,
  events: readonly EventToAppend[],
): Promise<boolean> {
  const outcome = await store.append(
    stream,
    revision === -1 ? NO_STREAM : (revision as Revision),
    events,
    WITHOUT_POSITION,
  );
  return outcome.outcome === 'appended';
}

async function removed(db: Queryable, ids: readonly number[]): Promise<number> {
  await execute(db, query('directory.audit_outbox').where(oneOfIds('id', ids)).delete());
  return ids.length;
}
