import { SWEEP_ROWS_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { type Database, execute } from '../shared/database.ts';
import { query } from '../shared/query.ts';

/**
 * Deletes display rows that a cleaning has taken away and that readers no longer see, a slice at a time, so that no projection waits long.
 * Answers how many; stops early when `signal` aborts.
 */
export async function sweepCleanedLogs(db: Database, signal?: AbortSignal): Promise<number> {
  let swept = 0;
  while (signal?.aborted !== true) {
    const deleted = await execute(
      db,
      query.raw(
        `
      delete from ${READ_MODELS}.log_rows where position in (
        select position from ${READ_MODELS}.log_rows where at_ms < (select before_ms from ${READ_MODELS}.log_cleaning) limit ?)
      and at_ms < (select before_ms from ${READ_MODELS}.log_cleaning)`,
        [SWEEP_ROWS_MAX],
      ),
    );
    swept += deleted;
    if (deleted === 0) break;
  }
  return swept;
}
