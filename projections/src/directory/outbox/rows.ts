import { columnsOf } from '../../shared/column-names.ts';
import { execute, maybeRow, type Queryable, rows } from '../../shared/database.ts';
import { oneOfTexts, type Query, query } from '../../shared/query.ts';
import { OUTBOX_ROWS_MAX } from '../limits.ts';
import type { OwedRow } from './enqueue.ts';
import type { OutboxEntry } from './entry.ts';

/** One open row. `expectedRevision`: where the last append was tried, null before the first; -1 stands for NO_STREAM. */
export type OutboxRow = {
  readonly id: number;
  readonly stream: string;
  readonly entry: OutboxEntry;
  readonly expectedRevision: number | null;
  readonly attempts: number;
};

const columns = columnsOf(['id', 'stream', 'entry', 'expectedRevision', 'attempts'] satisfies (keyof OutboxRow)[]);
const outbox = (): Query => query('directory.outbox');
const open = (): Query => outbox().whereNull('parked_reason');

const oneMore = query.raw('attempts + 1');

/** undefined: done, or parked. */
export const outboxRow = (db: Queryable, id: number): Promise<OutboxRow | undefined> =>
  maybeRow(db, open().select(columns).where({ id }));

/** Open rows older than `ageMs` (0: all), in their order. */
export const openRows = (db: Queryable, ageMs: number, limit: number, afterId = 0): Promise<readonly OutboxRow[]> =>
  rows(
    db,
    open()
      .select(columns)
      .where('id', '>', afterId)
      .whereRaw("created_at <= clock_timestamp() - ? * interval '1 millisecond'", [ageMs])
      .orderBy('id')
      .limit(limit),
  );

/** Open rows of these streams, in their order: the oldest OUTBOX_ROWS_MAX. */
export const owedTo = async (db: Queryable, streams: readonly string[]): Promise<readonly OwedRow[]> =>
  streams.length === 0
    ? []
    : rows(db, open().select('id', 'stream').where(oneOfTexts('stream', streams)).orderBy('id').limit(OUTBOX_ROWS_MAX));

/**
 * Notes where the next append will be tried, if the row still stands as it was read: of two drainers one wins, and the other reads the row
 * again. So every append is tried only at a revision that the row has noted, and a noted one is given up only after its conflict.
 */
export async function noteRevision(db: Queryable, { id, expectedRevision }: OutboxRow, next: number): Promise<boolean> {
  const asRead = open().where({ id }).whereRaw('expected_revision is not distinct from ?::bigint', [expectedRevision]);
  return (await execute(db, asRead.update({ expected_revision: next, attempts: oneMore }))) > 0;
}

/** What has become of a row that is not open: why it was parked; undefined when it is done. */
export const parkedReason = async (db: Queryable, id: number): Promise<string | undefined> =>
  (
    await maybeRow<{ reason: string }>(
      db,
      outbox().select('parked_reason as reason').where({ id }).whereNotNull('parked_reason'),
    )
  )?.reason;

export const removeRow = (db: Queryable, id: number): Promise<number> => execute(db, outbox().where({ id }).delete());

export const noteAttempt = (db: Queryable, id: number): Promise<number> =>
  execute(db, outbox().where({ id }).update({ attempts: oneMore }));

export const parkRow = (db: Queryable, id: number, reason: string): Promise<number> =>
  execute(db, outbox().where({ id }).update({ parked_reason: reason }));
