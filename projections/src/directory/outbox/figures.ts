import { oneRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';

/** What the directory still owes to the ledger, or to a recall after it; the age of the oldest open row, 0 when there is none. */
export type OutboxFigures = {
  readonly openRows: number;
  readonly parkedRows: number;
  readonly oldestAgeSeconds: number;
};

export const outboxFigures = (db: Queryable): Promise<OutboxFigures> =>
  oneRow(
    db,
    query.raw(`
  select count(*) filter (where parked_reason is null) as "openRows", count(*) filter (where parked_reason is not null) as "parkedRows",
    coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where parked_reason is null)), 0)::float8 as "oldestAgeSeconds"
  from directory.outbox`),
  );
