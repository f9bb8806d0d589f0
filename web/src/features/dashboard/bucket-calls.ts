import { DATA_SPAN_S_MAX } from '@ledgate/domain/catalogue/limits';
import { splitRange, type TimeRange } from '../../shared/time/ranges.ts';
import { shownClock } from '../../shared/time/zone.ts';

const HOUR_S = 3_600;
const QUARTER_S = 900;
const DAY_S = 86_400;

export type BucketCall = { readonly start_timestamp: number; readonly end_timestamp: number; readonly step: number };

/**
 * The calls for the consumption of a range: none longer than the interface takes, each second in one of them, in quarters of an hour where the
 * zone needs them.
 */
export const bucketCalls = (range: TimeRange): readonly BucketCall[] =>
  splitRange(range, DATA_SPAN_S_MAX).map(({ start, end }) => ({
    start_timestamp: start,
    end_timestamp: end,
    step: hasFullHours({ start, end }) ? HOUR_S : QUARTER_S,
  }));

/**
 * The part of a range that may still change, and the parts before it, over whose time the ledger has gone: only the former is asked for again, in one
 * call. The part is the last one; what lies after `until` is in none.
 */
export function openPart(
  range: TimeRange,
  until: number,
): { readonly past: TimeRange | undefined; readonly open: TimeRange } {
  const known = { start: range.start, end: Math.max(range.start, Math.min(range.end, until)) };
  const open = splitRange(known, DATA_SPAN_S_MAX).at(-1) ?? known;
  return { past: open.start > known.start ? { start: known.start, end: open.start - 1 } : undefined, open };
}

/** Whether the person's hours, and so his days, begin at full hours of UTC on every day of the range. */
function hasFullHours({ start, end }: TimeRange): boolean {
  for (let at = start; at < end + DAY_S; at += DAY_S)
    if (shownClock().ahead(Math.min(at, end)) % HOUR_S !== 0) return false;
  return true;
}
