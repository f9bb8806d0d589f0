import { oneRow, type Queryable } from '../directory/database.ts';
import { every, type Sql, sql } from '../directory/sql.ts';
import { EVERYBODY } from '../logs/log-counts.ts';
import { type LogFilter, shownIn, shownRange, type ShownRange } from './log-filter.ts';

export type LogTotals = { readonly rows: number; readonly quota: number };

const DAY_MS = 86_400_000;

/** Whether a filter is one that the counts by day can answer: who, which type, when. */
export const countedByDay = ({ tokenId, tokenName, modelName, channelId, group, requestId }: LogFilter): boolean =>
  [tokenId, tokenName, modelName, channelId, group, requestId].every((value) => value === undefined);

/** Exact sums of display rows, however many: whole days (UTC) from their counts, the days that the range cuts from the rows. */
export async function totalsByDay(db: Queryable, filter: Pick<LogFilter, 'userId' | 'type' | 'fromS' | 'toS'>): Promise<LogTotals> {
  const range = await shownRange(db, filter);
  const firstDayMs = Math.ceil(range.fromMs / DAY_MS) * DAY_MS;
  const endDayMs = range.toMs === undefined ? undefined : Math.floor(range.toMs / DAY_MS) * DAY_MS;
  if (endDayMs !== undefined && endDayMs < firstDayMs) return ofRows(db, filter, [range]);
  const days = await oneRow<LogTotals>(db, sql`
    select coalesce(sum(rows), 0)::bigint as rows, coalesce(sum(quota), 0)::bigint as quota from readmodel.log_counts where ${every([
      sql`user_id = ${filter.userId ?? EVERYBODY}`,
      filter.type === undefined ? undefined : sql`type = ${filter.type}`,
      sql`day_s >= ${firstDayMs / 1_000}`,
      endDayMs === undefined ? undefined : sql`day_s < ${endDayMs / 1_000}`,
    ])}`);
  const cut = await ofRows(db, filter, [
    { fromMs: range.fromMs, toMs: firstDayMs }, ...(endDayMs === undefined ? [] : [{ fromMs: endDayMs, toMs: range.toMs }]),
  ]);
  return { rows: days.rows + cut.rows, quota: days.quota + cut.quota };
}

async function ofRows(db: Queryable, { userId, type }: Pick<LogFilter, 'userId' | 'type'>, ranges: readonly ShownRange[]): Promise<LogTotals> {
  const totals = { rows: 0, quota: 0 };
  for (const range of ranges) {
    if (range.toMs !== undefined && range.toMs <= range.fromMs) continue;
    const found = await oneRow<LogTotals>(db, sumOf(every([
      userId === undefined ? undefined : sql`r.user_id = ${userId}`, type === undefined ? undefined : sql`r.type = ${type}`, shownIn(range),
    ])));
    totals.rows += found.rows;
    totals.quota += found.quota;
  }
  return totals;
}

/** Over all rows of a condition. */
export const sumOf = (condition: Sql): Sql =>
  sql`select count(*) as rows, coalesce(sum(r.quota), 0)::bigint as quota from readmodel.log_rows r where ${condition}`;
