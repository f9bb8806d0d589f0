import { READ_MODELS } from '../schema/shape.ts';
import { type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { STEPS_S } from '../times/first-positions.ts';
import type { RecordedQuarter } from '../times/recorded-quarters.ts';
import { BEGINNINGS } from './sql.ts';

/** Whole Unix seconds: from `fromS` (inclusive; 0: from the first event) to `toS` (exclusive; undefined: to the last one). */
export type TimeRange = { readonly fromS: number; readonly toS: number | undefined };

/** Positions from `from` (inclusive) to `before` (exclusive). */
export type PositionRange = { readonly from: number; readonly before: number };

/** Before the first event, and behind the last one. */
export const BEGINNING = 0;
export const END = Number.MAX_SAFE_INTEGER;

/**
 * The one rule by which an event belongs to a range of time, for all figures alike. A time t begins at the first position, in position order, of
 * an event that posts with a time at or after t, and behind the head where there is none. A range is the positions from where its start begins
 * to before where its end begins: so an event counts at the largest time up to its position, and adjoining ranges share no event and miss none,
 * whatever the clocks of those who wrote them said. It is settled when all partitions are past it.
 */
export async function positionRangeOf(db: Queryable, { fromS, toS }: TimeRange): Promise<PositionRange> {
  const times = toS === undefined ? [fromS] : [fromS, Math.max(fromS, toS)];
  const [from = BEGINNING, before = END] = await beginningsOf(db, times);
  return { from, before };
}

/** Where each of some times begins; by the rule above. Throws RangeError for part of a second. @param timesS whole Unix seconds, ascending */
export async function beginningsOf(db: Queryable, timesS: readonly number[]): Promise<readonly number[]> {
  const steps = timesS.flatMap((startS, index) =>
    stepsBetween(startS, timesS[index + 1]).map((step) => ({ ...step, index })),
  );
  const found = await rows<{ index: number; position: number }>(
    db,
    query.raw(BEGINNINGS, {
      indexes: steps.map(({ index }) => index),
      steps: steps.map(({ stepS }) => stepS),
      starts: steps.map(({ startS }) => startS),
      ends: steps.map(({ endS }) => endS),
    }),
  );
  const first = new Map(found.map(({ index, position }) => [index, position]));
  const beginnings = timesS.map(() => END);
  let least = END;
  for (let index = timesS.length - 1; index >= 0; index -= 1) {
    least = Math.min(least, first.get(index) ?? END);
    beginnings[index] = (timesS[index] ?? 0) <= 0 ? BEGINNING : least;
  }
  return beginnings;
}

type Steps = { readonly stepS: number; readonly startS: number; readonly endS: number };

/** A whole number of the longest step, behind every event. */
const FAR_S = 86_400 * 100_000_000;

/** A range of time as whole steps, the longest that fit; without an end to the end of time. */
function stepsBetween(startS: number, endS = FAR_S): readonly Steps[] {
  // Steps begin at whole seconds: a range within one would never be done.
  if (!Number.isSafeInteger(startS) || !Number.isSafeInteger(endS))
    throw new RangeError(`not whole seconds: ${startS} to ${endS}`);
  const steps: Steps[] = [];
  for (let at = startS; at < endS;) {
    const [stepS, longer] = stepAt(at, endS);
    const whole = Math.floor(endS / stepS) * stepS;
    const end = longer === undefined ? whole : Math.min(whole, Math.ceil((at + 1) / longer) * longer);
    steps.push({ stepS, startS: at, endS: end });
    at = end;
  }
  return steps;
}

/** The longest step that begins at a time and ends before another, and the next longer one. */
function stepAt(at: number, endS: number): readonly [stepS: number, longer: number | undefined] {
  const index = Math.max(
    0,
    STEPS_S.findLastIndex((stepS) => at % stepS === 0 && at + stepS <= endS),
  );
  return [STEPS_S[index] ?? 1, STEPS_S[index + 1]];
}

/**
 * The quarters of an hour, as the store wrote them, that hold a position of the range, and whichever overlap with those: where the store's clock
 * went back they do.
 */
export async function recordedQuarters(
  db: Queryable,
  { from, before }: PositionRange,
): Promise<readonly RecordedQuarter[]> {
  for (let [first, last, known] = [from, before - 1, 0]; ;) {
    const found = await rows<{ recordedS: number; first: number; last: number }>(
      db,
      query(`${READ_MODELS}.recorded_quarters`)
        .select({ recordedS: 'recorded_s', first: 'first_position', last: 'last_position' })
        .where('last_position', '>=', first)
        .where('first_position', '<=', last)
        .orderBy('first_position'),
    );
    if (found.length === known) return found;
    known = found.length;
    first = found.reduce((least, quarter) => Math.min(least, quarter.first), first);
    last = found.reduce((most, quarter) => Math.max(most, quarter.last), last);
  }
}

/** The positions of the quarters of an hour, as the store wrote them, through which one of the positions goes, with whatever overlaps with those. */
export async function cutThrough(db: Queryable, positions: readonly number[]): Promise<readonly PositionRange[]> {
  const cut: PositionRange[] = [];
  for (const position of positions) {
    if (
      position <= BEGINNING ||
      position >= END ||
      cut.some(({ from, before }) => position > from && position < before)
    )
      continue;
    const around = await recordedQuarters(db, { from: position, before: position });
    if (around.length === 0) continue;
    const from = Math.min(...around.map(({ first }) => first));
    const last = Math.max(...around.map((quarter) => quarter.last));
    cut.push({ from, before: last + 1 });
  }
  return cut;
}
