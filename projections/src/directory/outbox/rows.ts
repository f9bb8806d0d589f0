import { execute, maybeRow, type Queryable, rows } from '../database.ts';
import { sql } from '../sql.ts';
import type { OutboxEntry } from './entry.ts';

/** One open row. `expectedRevision`: where the last append was tried, null before the first; -1 stands for NO_STREAM. */
export type OutboxRow = {
  readonly id: number;
  readonly stream: string;
  readonly entry: OutboxEntry;
  readonly expectedRevision: number | null;
  readonly attempts: number;
};

const columns = sql`id, stream, entry, expected_revision as "expectedRevision", attempts`;

/** undefined: done, or parked. */
export const outboxRow = (db: Queryable, id: number): Promise<OutboxRow | undefined> =>
  maybeRow(db, sql`select ${columns} from directory.outbox where id = ${id} and parked_reason is null`);

/** Open rows older than `ageMs` (0: all), in their order. */
export const openRows = (db: Queryable, ageMs: number, limit: number, afterId = 0): Promise<readonly OutboxRow[]> => rows(db, sql`
  select ${columns} from directory.outbox
  where parked_reason is null and id > ${afterId} and created_at <= clock_timestamp() - ${ageMs} * interval '1 millisecond'
  order by id limit ${limit}`);

export const parkedRows = (db: Queryable, limit: number): Promise<readonly { id: number; stream: string; reason: string }[]> => rows(db, sql`
  select id, stream, parked_reason as reason from directory.outbox where parked_reason is not null order by id limit ${limit}`);

/**
 * Notes where the next append will be tried, if the row still stands as it was read: of two drainers one wins, and the other reads the row
 * again. So every append is tried only at a revision that the row has noted, and a noted one is given up only after its conflict.
 */
export async function noteRevision(db: Queryable, { id, expectedRevision }: OutboxRow, next: number): Promise<boolean> {
  return (await execute(db, sql`
    update directory.outbox set expected_revision = ${next}, attempts = attempts + 1
    where id = ${id} and parked_reason is null and expected_revision is not distinct from ${expectedRevision}::bigint`)) > 0;
}

export const removeRow = (db: Queryable, id: number): Promise<number> => execute(db, sql`delete from directory.outbox where id = ${id}`);

export const noteAttempt = (db: Queryable, id: number): Promise<number> => execute(db, sql`update directory.outbox set attempts = attempts + 1 where id = ${id}`);

export const parkRow = (db: Queryable, id: number, reason: string): Promise<number> =>
  execute(db, sql`update directory.outbox set parked_reason = ${reason} where id = ${id}`);
