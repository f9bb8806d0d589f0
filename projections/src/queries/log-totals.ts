import { EVERYBODY } from '../logs/log-counts.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { oneRow, type Queryable } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
import { type Conditions, type LogFilter, logRows, shownIn, shownRange, type ShownRange } from './log-filter.ts';

export type LogTotals = { readonly rows: number; readonly quota: number };

const DAY_MS = 86_400_000;

/** Whether a filter is one that the counts by day can answer: who, which type, when. */
export const countedByDay = ({ tokenId, tokenName, modelName, channelId, group, requestId }: LogFilter): boolean =>
  [tokenId, tokenName, modelName, channelId, group, requestId].every((value) => value === undefined);

/** Exact sums of display rows, however many: whole days (UTC) from their counts, the days that the range cuts from the rows. */
export async function totalsByDay(
  db: Queryable,
  filter: Pick<LogFilter, 'userId' | 'type' | 'fromS' | 'toS'>,
): Promise<LogTotals> {
  const range = await shownRange(db, filter);
  const firstDayMs = Math.ceil(range.fromMs / DAY_MS) * DAY_MS;
  const endDayMs = range.toMs === undefined ? undefined : Math.floor(range.toMs / DAY_MS) * DAY_MS;
  if (endDayMs !== undefined && endDayMs < firstDayMs) return ofRows(db, filter, [range]);
  const whole = query(`${READ_MODELS}.log_counts`)
    .select(query.raw('coalesce(sum(rows), 0)::bigint as rows, coalesce(sum(quota), 0)::bigint as quota'))
    .where({ user_id: filter.userId ?? EVERYBODY })
    .where('day_s', '>=', firstDayMs / 1_000);
  if (filter.type !== undefined) whole.where({ type: filter.type });
  if (endDayMs !== undefined) whole.where('day_s', '<', endDayMs / 1_000);
  const days = await oneRow<LogTotals>(db, whole);
  const cut = await ofRows(db, filter, [
    { fromMs: range.fromMs, toMs: firstDayMs },
    ...(endDayMs === undefined ? [] : [{ fromMs: endDayMs, toMs: range.toMs }]),
  ]);
  return { rows: days.rows + cut.rows, quota: days.quota + cut.quota };
}

async function ofRows(
  db: Queryable,
  { userId, type }: Pick<LogFilter, 'userId' | 'type'>,
  ranges: readonly ShownRange[],
): Promise<LogTotals> {
  const totals = { rows: 0, quota: 0 };
  for (const range of ranges) {
    if (range.toMs !== undefined && range.toMs <= range.fromMs) continue;
    const found = await oneRow<LogTotals>(
      db,
      sumOf((rows) => {
        shownIn(range)(rows);
        if (userId !== undefined) rows.where({ 'r.user_id': userId });
        if (type !== undefined) rows.where({ 'r.type': type });
      }),
    );
    totals.rows += found.rows;
    totals.quota += found.quota;
  }
  return totals;
}

/** Over all rows of a condition. */
export const sumOf = (conditions: Conditions): Query =>
  logRows(conditions).select(query.raw('count(*) as rows, coalesce(sum(r.quota), 0)::bigint as quota'));
