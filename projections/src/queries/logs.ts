import type { Position } from '@ledgate/domain/ports/event-store';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { LOG_TYPE } from '../ledger/entry-facts.ts';
import { EXACT_TOTAL_ROWS_MAX, LOG_PAGE_ROWS_MAX, RATE_WINDOW_MS } from '../limits.ts';
import { oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import {
  type Conditions,
  conditionsOf,
  type LogFilter,
  logRows,
  shownIn,
  shownRange,
  withUserId,
} from './log-filter.ts';
import { LOG_COLUMNS, LOG_JOINS, type LogRow, logRowFrom, type LogRowRead } from './log-row.ts';
import { countedByDay, type LogTotals, sumOf, totalsByDay } from './log-totals.ts';

export type LogPageRequest = {
  readonly filter: LogFilter;
  readonly limit: number;
  /** Rows to pass over; deep pages are quicker by `before`. */
  readonly offset?: number | undefined;
  /** Keyset: only rows below this position. */
  readonly before?: Position | undefined;
};

export type LogPage = {
  /** Newest first. */
  readonly rows: readonly LogRow[];
  /** Exact, or EXACT_TOTAL_ROWS_MAX when there are more and the filter is none that the counts by day can answer. */
  readonly total: number;
  readonly totalIsExact: boolean;
  /** `before` of the next page; null at the end. */
  readonly next: Position | null;
};

const NOTHING: LogPage = { rows: [], total: 0, totalIsExact: true, next: null };

/** One page of display rows (contract A.8). */
export async function logPage(
  db: Queryable,
  { filter: asked, limit, offset = 0, before }: LogPageRequest,
): Promise<LogPage> {
  const filter = await withUserId(db, asked);
  const matching = filter === undefined ? undefined : await conditionsOf(db, filter);
  if (filter === undefined || matching === undefined) return NOTHING;
  const size = Math.min(limit, LOG_PAGE_ROWS_MAX);
  const inPage = logRows(matching).select('*').orderBy('r.position', 'desc').limit(size).offset(offset);
  if (before !== undefined) inPage.where('r.position', '<', before);
  const read = await rows<LogRowRead>(
    db,
    query.select(query.raw(LOG_COLUMNS)).from(inPage.as('r')).joinRaw(LOG_JOINS).orderBy('r.position', 'desc'),
  );
  const found = read.map(logRowFrom);
  const last = found.at(-1);
  return {
    rows: found,
    ...(await totalOf(db, filter, matching)),
    next: found.length < size || last === undefined ? null : last.position,
  };
}

async function totalOf(
  db: Queryable,
  filter: LogFilter,
  matching: Conditions,
): Promise<{ total: number; totalIsExact: boolean }> {
  const capped = logRows(matching)
    .select(query.raw('1'))
    .limit(EXACT_TOTAL_ROWS_MAX + 1)
    .as('capped');
  const { counted } = await oneRow<{ counted: number }>(db, query.count({ counted: '*' }).from(capped));
  if (counted <= EXACT_TOTAL_ROWS_MAX) return { total: counted, totalIsExact: true };
  if (countedByDay(filter)) return { total: (await totalsByDay(db, filter)).rows, totalIsExact: true };
  return { total: EXACT_TOTAL_ROWS_MAX, totalIsExact: false };
}

export type LogStat = {
  /** Of all consumption rows in the range, whatever `type` the filter asks for. */
  readonly quota: Quota;
  /** Requests and tokens of the last 60 s, whatever the range. */
  readonly rpm: number;
  readonly tpm: number;
};

/** @param nowMs Unix milliseconds, the end of the 60 s */
export async function logStat(db: Queryable, asked: LogFilter, nowMs: number): Promise<LogStat> {
  const filter = await withUserId(db, { ...asked, type: LOG_TYPE.consumption });
  if (filter === undefined) return NO_STAT;
  const inRange = await conditionsOf(db, filter);
  const recent = await conditionsOf(db, { ...filter, fromS: undefined, toS: undefined });
  if (inRange === undefined || recent === undefined) return NO_STAT;
  const { quota: total } = countedByDay(filter)
    ? await totalsByDay(db, filter)
    : await oneRow<LogTotals>(db, sumOf(inRange));
  const { rpm, tpm } = await oneRow<{ rpm: number; tpm: number }>(
    db,
    logRows(recent)
      .select(query.raw('count(*) as rpm, coalesce(sum(r.prompt_tokens + r.completion_tokens), 0)::bigint as tpm'))
      .where('r.at_ms', '>', nowMs - RATE_WINDOW_MS),
  );
  return { quota: quota(total), rpm, tpm };
}

const NO_STAT: LogStat = { quota: quota(0), rpm: 0, tpm: 0 };

/** How many display rows a cleaning up to `beforeMs` would take away. */
export async function logRowsBefore(db: Queryable, beforeMs: number): Promise<number> {
  const shown = shownIn(await shownRange(db, {}));
  const { counted } = await oneRow<{ counted: number }>(
    db,
    logRows(shown).where('r.at_ms', '<', beforeMs).count({ counted: '*' }),
  );
  return counted;
}
