import { SWEEP_ROWS_MAX } from '../limits.ts';
import { type Border, shownRange } from '../queries/log-range.ts';
import { livePosition } from '../queries/health.ts';
import { type Database, oneRow } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { SWEEP_LOG_ROWS } from './sql.ts';

/**
 * Deletes display rows that a cleaning has taken away and that readers no longer see, a slice at a time, so that no projection waits long.
 * Answers how many; stops early when `signal` aborts.
 */
export async function sweepCleanedLogs(db: Database, signal?: AbortSignal): Promise<number> {
  const { atMs, begins } = await settledBorder(db);
  let swept = 0;
  while (signal?.aborted !== true) {
    const sweep = query.raw(SWEEP_LOG_ROWS, { begins, atMs, rows: SWEEP_ROWS_MAX });
    const { swept: deleted } = await oneRow<{ swept: number }>(db, sweep);
    swept += deleted;
    if (deleted === 0) break;
  }
  return swept;
}

/**
 * Up to where rows may go for ever. A partition that is behind may still bring an event with which the time of the cleaning begins earlier, but never
 * at a position that all are past; these are read first, so that they are no more than what the border knows.
 */
async function settledBorder(db: Database): Promise<Pick<Border, 'atMs' | 'begins'>> {
  const applied = await livePosition(db);
  const { start } = await shownRange(db, {});
  return { atMs: start.atMs, begins: Math.min(start.begins, applied + 1) };
}
