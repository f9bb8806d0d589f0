import { rows, type Queryable } from '../../shared/database.ts';
import { query } from '../../shared/query.ts';
import { STATEMENT_LINES_MAX } from '../../limits.ts';
import { CLOSED_PERIODS } from '../../queries/sql.ts';

/** A range that was closed, Unix seconds, and where that was done first. */
type ClosedPeriod = { readonly startS: number; readonly endS: number; readonly closed: number };

/** Of a ledger up to a position, by their ends. */
export const closedPeriodsUpTo = (db: Queryable, position: number): Promise<readonly ClosedPeriod[]> =>
  rows(db, query.raw(CLOSED_PERIODS, { before: position + 1, lines: STATEMENT_LINES_MAX }));

/**
 * The end, in Unix milliseconds, of the closed period that an event came too late for: one that was closed before its position and in which one of
 * some times lies, the event's own or that of what it changes; null where there is none, and of several the first to end.
 */
type LateFor = (position: number, timesMs: readonly (number | null)[]) => number | null;

/** @param periods by their ends */
export function lateForOf(periods: readonly ClosedPeriod[]): LateFor {
  const firstClosed = Math.min(Infinity, ...periods.map(({ closed }) => closed));
  const lastEndMs = Math.max(-Infinity, ...periods.map(({ endS }) => endS)) * 1_000;
  return (position, timesMs) => {
    if (position <= firstClosed) return null;
    const times = timesMs.filter((atMs): atMs is number => atMs !== null && atMs < lastEndMs);
    if (times.length === 0) return null;
    const found = periods.find(
      ({ startS, endS, closed }) =>
        closed < position && times.some((atMs) => atMs >= startS * 1_000 && atMs < endS * 1_000),
    );
    return found === undefined ? null : found.endS * 1_000;
  };
}
