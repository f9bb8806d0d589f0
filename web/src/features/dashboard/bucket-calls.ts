import { DATA_SPAN_S_MAX } from '@ledgate/domain/catalogue/limits';
import { splitRange, type TimeRange } from '../../shared/time/ranges.ts';
import { offsetSeconds } from '../../shared/time/zone.ts';

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

/** Whether the person's hours, and so his days, begin at full hours of UTC on every day of the range. */
function hasFullHours({ start, end }: TimeRange): boolean {
  for (let at = start; at < end + DAY_S; at += DAY_S) if (offsetSeconds(Math.min(at, end)) % HOUR_S !== 0) return false;
  return true;
}
