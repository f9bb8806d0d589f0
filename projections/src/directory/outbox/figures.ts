import { oneRow, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { OUTBOX_FIGURES } from './sql.ts';

/** What the directory still owes to the ledger, or to a recall after it; the age of the oldest open row, 0 when there is none. */
type OutboxFigures = {
  readonly openRows: number;
  readonly parkedRows: number;
  readonly oldestAgeSeconds: number;
};

export const outboxFigures = (db: Queryable): Promise<OutboxFigures> => oneRow(db, query.raw(OUTBOX_FIGURES));
