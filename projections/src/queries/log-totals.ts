import { EVERYBODY } from '../logs/log-counts.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { oneRow, type Queryable } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
import { type LogFilter, logRows } from './log-filter.ts';
import { type Conditions, shownIn, type ShownRange } from './log-range.ts';
import { cutThrough, type PositionRange } from './ranges.ts';

export type LogTotals = { readonly rows: number; readonly amount: number };

/** Whether a filter is one that the counts by quarters can answer: who, which type, when. */
export const isCounted = (filter: LogFilter): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || COUNTED.has(name));

const COUNTED: ReadonlySet<string> = new Set<keyof LogFilter>(['accountId', 'username', 'type', 'fromS', 'toS']);

/** Exact sums of display rows, however many: quarters of an hour from their counts, those that the range cuts, and what lies about its ends, from the rows. */
export async function countedTotals(
  db: Queryable,
  { accountId, type }: Pick<LogFilter, 'accountId' | 'type'>,
  range: ShownRange,
): Promise<LogTotals> {
  const { start, end } = range;
  // Rows before it may be in the range by their own time, and rows behind it may not be.
  const whole = { from: start.begins, before: Math.max(start.begins, Math.min(end.written, end.begins)) };
  const cut = await cutThrough(db, [whole.from, whole.before]);
  const totals = await ofQuarters(db, { accountId, type }, whole, cut);
  const byRow = [
    { from: Math.min(start.written, start.begins), before: whole.from },
    ...cut.map(({ from, before }) => ({ from: Math.max(from, whole.from), before: Math.min(before, whole.before) })),
    { from: whole.before, before: end.begins },
  ];
  const found = await oneRow<LogTotals>(db, sumOf(rowsAmong(byRow, { accountId, type }, range)));
  return { rows: totals.rows + found.rows, amount: totals.amount + found.amount };
}

/** Of the quarters that lie in a range of positions, without those about what is cut. */
async function ofQuarters(
  db: Queryable,
  { accountId, type }: Pick<LogFilter, 'accountId' | 'type'>,
  { from, before }: PositionRange,
  cut: readonly PositionRange[],
): Promise<LogTotals> {
  const counts = query(`${READ_MODELS}.log_counts as l`)
    .join(`${READ_MODELS}.recorded_quarters as q`, 'q.recorded_s', 'l.recorded_s')
    .select(query.raw('coalesce(sum(l.rows), 0)::bigint as rows, coalesce(sum(l.quota), 0)::bigint as amount'))
    .where({ 'l.user_id': accountId ?? EVERYBODY })
    .where('q.first_position', '>=', from)
    .where('q.first_position', '<', before);
  if (type !== undefined) counts.where({ 'l.type': type });
  for (const about of cut)
    counts.whereNot((within) =>
      within.where('q.first_position', '>=', about.from).where('q.first_position', '<', about.before),
    );
  return oneRow(db, counts);
}

const rowsAmong =
  (
    positions: readonly PositionRange[],
    { accountId, type }: Pick<LogFilter, 'accountId' | 'type'>,
    range: ShownRange,
  ): Conditions =>
  (found) => {
    shownIn(range)(found);
    if (accountId !== undefined) found.where({ 'r.user_id': accountId });
    if (type !== undefined) found.where({ 'r.type': type });
    const among = positions.filter(({ from, before }) => from < before);
    found.where((one) => {
      if (among.length === 0) one.whereRaw('false');
      for (const { from, before } of among)
        one.orWhere((within) => within.where('r.position', '>=', from).where('r.position', '<', before));
    });
  };

/** Over all rows of a condition. */
export const sumOf = (conditions: Conditions): Query =>
  logRows(conditions).select(query.raw('count(*) as rows, coalesce(sum(r.quota), 0)::bigint as amount'));
