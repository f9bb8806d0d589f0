import { READ_MODELS } from '../schema/shape.ts';
import { oneRow, type Queryable } from '../shared/database.ts';
import { type Query, query } from '../shared/query.ts';
import { quarterOf } from '../times/quarter.ts';
import { EVERYTHING, type Head } from './head.ts';
import { beginningsOf, END } from './ranges.ts';

/** Puts conditions on `r`, a row of log_rows. */
export type Conditions = (rows: Query) => void;

/** A time among the display rows. */
export type Border = {
  /** Unix milliseconds. */
  readonly atMs: number;
  /** The position where it begins by the rule for ranges. */
  readonly begins: number;
  /** The first position that the store wrote in the quarter of an hour of that time or in a later one: before it no row can be at that time. */
  readonly written: number;
};

/**
 * The display rows between two times that a cleaning has left. Which those are is told by the rule for ranges (`ranges.ts`), so that the sum of their
 * charges is that of dashboards and statements: a row that posts, so one of every charge of more than nothing, is among them where its position is.
 * What posts nothing, as a free request, makes no time begin; its row counts at its own time where that is later than all before it.
 */
export type ShownRange = { readonly start: Border; readonly end: Border };

const BEGINNING: Border = { atMs: 0, begins: 0, written: 0 };
const OPEN: Border = { atMs: END, begins: END, written: END };

/** @param range Unix seconds, both inclusive; undefined: no bound. @param head no row behind it is shown */
export async function shownRange(
  db: Queryable,
  { fromS = 0, toS }: { readonly fromS?: number | undefined; readonly toS?: number | undefined },
  head = EVERYTHING,
): Promise<ShownRange> {
  const startS = Math.max(await cleanedBefore(db), fromS);
  const times = toS === undefined ? [startS] : [startS, Math.max(startS, toS + 1)];
  const [start = BEGINNING, end = OPEN] = await bordersAt(db, times);
  return { start: knownBorder(start, head), end: knownBorder(end, head) };
}

const knownBorder = (border: Border, { before }: Head): Border => ({
  ...border,
  begins: Math.min(border.begins, before),
  written: Math.min(border.written, before),
});

/** Rows before it are cleaned away, whether or not the sweep has been there; Unix seconds, 0 where nothing was cleaned. */
export async function cleanedBefore(db: Queryable): Promise<number> {
  const { before_ms: cleanedMs } = await oneRow<{ before_ms: number }>(
    db,
    query(`${READ_MODELS}.log_cleaning`).select('before_ms'),
  );
  return Math.floor(cleanedMs / 1_000);
}

/** @param timesS Unix seconds, ascending */
async function bordersAt(db: Queryable, timesS: readonly number[]): Promise<readonly Border[]> {
  const begins = await beginningsOf(db, timesS);
  const borders: Border[] = [];
  for (const [index, timeS] of timesS.entries())
    borders.push(
      timeS <= 0
        ? BEGINNING
        : { atMs: timeS * 1_000, begins: begins[index] ?? END, written: await writtenFrom(db, timeS) },
    );
  return borders;
}

async function writtenFrom(db: Queryable, timeS: number): Promise<number> {
  const { first } = await oneRow<{ first: number | null }>(
    db,
    query(`${READ_MODELS}.recorded_quarters`)
      .min({ first: 'first_position' })
      .where('recorded_s', '>=', quarterOf(timeS * 1_000)),
  );
  return first ?? END;
}

/** Bounds by position come first: with them Postgres can take any index, since each ends with the position. */
export const shownIn =
  ({ start, end }: ShownRange): Conditions =>
  (found) => {
    if (start.atMs > 0)
      found
        .where('r.position', '>=', Math.min(start.written, start.begins))
        .whereRaw('(r.position >= ? or r.at_ms >= ?)', [start.begins, start.atMs]);
    if (end.begins < END) found.where('r.position', '<', end.begins);
    if (end.atMs < END) found.where('r.at_ms', '<', end.atMs);
  };
