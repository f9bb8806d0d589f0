import type { Position } from '@ledgate/domain/ports/event-store';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { oneRow, type Queryable, rows } from '../directory/database.ts';
import { every, type Sql, sql } from '../directory/sql.ts';
import { EXACT_TOTAL_ROWS_MAX, LOG_PAGE_ROWS_MAX, RATE_WINDOW_MS } from '../limits.ts';
import { LOG_TYPE } from '../ledger/entry-facts.ts';
import { conditionsOf, type LogFilter, rangeOf } from './log-filter.ts';
import { LOG_COLUMNS, LOG_JOINS, type LogRow, logRowFrom, type LogRowRead } from './log-row.ts';

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
  /** Exact up to EXACT_TOTAL_ROWS_MAX; beyond, from counts by day, or that bound where the filter has no such counts. */
  readonly total: number;
  readonly totalIsExact: boolean;
  /** `before` of the next page; null at the end. */
  readonly next: Position | null;
};

const NOTHING: LogPage = { rows: [], total: 0, totalIsExact: true, next: null };

/** One page of display rows (contract A.8). */
export async function logPage(db: Queryable, { filter, limit, offset = 0, before }: LogPageRequest): Promise<LogPage> {
  const matching = await conditionsOf(db, filter);
  if (matching === undefined) return NOTHING;
  const size = Math.min(limit, LOG_PAGE_ROWS_MAX);
  const place = before === undefined ? undefined : sql`r.position < ${before}`;
  const read = await rows<LogRowRead>(db, sql`
    select ${LOG_COLUMNS} from (
      select * from readmodel.log_rows r where ${every([matching, place])} order by r.position desc limit ${size} offset ${offset}
    ) r ${LOG_JOINS} order by r.position desc`);
  const found = read.map(logRowFrom);
  const last = found.at(-1);
  return { rows: found, ...(await totalOf(db, filter, matching)), next: found.length < size || last === undefined ? null : last.position };
}

async function totalOf(db: Queryable, filter: LogFilter, matching: Sql): Promise<{ total: number; totalIsExact: boolean }> {
  const { counted } = await oneRow<{ counted: number }>(db, sql`
    select count(*) as counted from (select 1 from readmodel.log_rows r where ${matching} limit ${EXACT_TOTAL_ROWS_MAX + 1}) capped`);
  if (counted <= EXACT_TOTAL_ROWS_MAX) return { total: counted, totalIsExact: true };
  const { username, tokenId, tokenName, modelName, channelId, group, requestId } = filter;
  const narrow = [username, tokenId, tokenName, modelName, channelId, group, requestId].some((value) => value !== undefined);
  return { total: narrow ? EXACT_TOTAL_ROWS_MAX : Math.max(await totalByDay(db, filter), EXACT_TOTAL_ROWS_MAX), totalIsExact: false };
}

/** User 0 stands for everybody. Days that the range or a cleaning cuts count whole. */
async function totalByDay(db: Queryable, { userId, type, fromS, toS }: LogFilter): Promise<number> {
  const { total } = await oneRow<{ total: number }>(db, sql`
    select coalesce(sum(rows), 0)::bigint as total from readmodel.log_counts where ${every([
      sql`user_id = ${userId ?? 0}`,
      type === undefined ? undefined : sql`type = ${type}`,
      sql`day_s >= (select before_ms / 86400000 * 86400 from readmodel.log_cleaning)`,
      fromS === undefined ? undefined : sql`day_s >= ${fromS}::bigint / 86400 * 86400`,
      toS === undefined ? undefined : sql`day_s <= ${toS}::bigint`,
    ])}`);
  return total;
}

export type LogStat = {
  /** Of all consumption rows in the range, whatever `type` the filter asks for. */
  readonly quota: Quota;
  /** Requests and tokens of the last 60 s, whatever the range. */
  readonly rpm: number;
  readonly tpm: number;
};

/** @param nowMs Unix milliseconds, the end of the 60 s */
export async function logStat(db: Queryable, filter: LogFilter, nowMs: number): Promise<LogStat> {
  const consumption = { ...filter, type: LOG_TYPE.consumption };
  const inRange = await conditionsOf(db, consumption);
  const recent = await conditionsOf(db, { ...consumption, fromS: undefined, toS: undefined });
  if (inRange === undefined || recent === undefined) return { quota: quota(0), rpm: 0, tpm: 0 };
  const found = await oneRow<{ quota: number; rpm: number; tpm: number }>(db, sql`
    select (select coalesce(sum(r.quota), 0)::bigint from readmodel.log_rows r where ${inRange}) as quota, minute.rpm, minute.tpm
    from (
      select count(*) as rpm, coalesce(sum(r.prompt_tokens + r.completion_tokens), 0)::bigint as tpm
      from readmodel.log_rows r where ${recent} and r.at_ms > ${nowMs - RATE_WINDOW_MS}::bigint
    ) minute`);
  return { quota: quota(found.quota), rpm: found.rpm, tpm: found.tpm };
}

/** How many display rows a cleaning up to `beforeMs` would take away. */
export async function logRowsBefore(db: Queryable, beforeMs: number): Promise<number> {
  const { counted } = await oneRow<{ counted: number }>(db, sql`
    select count(*) as counted from readmodel.log_rows r where ${rangeOf({})} and r.at_ms < ${beforeMs}::bigint`);
  return counted;
}
