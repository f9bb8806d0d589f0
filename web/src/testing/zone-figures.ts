import type { Bucket } from '@ledgate/api/contract/data';
import { bucketCalls, type BucketCall } from '../features/dashboard/bucket-calls.ts';
import { buildSeries, stepFor } from '../features/dashboard/series.ts';
import { presetRange, rangePresets, type RangePreset } from '../shared/time/ranges.ts';

/** What a console in the zone of this process asks for a preset: the dashboard, and the statement (its end exclusive). */
export type Asked = {
  readonly preset: RangePreset;
  readonly calls: readonly BucketCall[];
  readonly statement: { readonly start: number; readonly end: number };
};

/** What it shows of the answers: the total, and each bar by its beginning. */
export type Shown = { readonly total: number; readonly bars: readonly (readonly [at: number, total: number])[] };

/** Unix seconds. */
export const askedAt = (nowS: number): readonly Asked[] =>
  rangePresets.map((preset) => {
    const range = presetRange(preset, new Date(nowS * 1000));
    return { preset, calls: bucketCalls(range), statement: { start: range.start, end: range.end + 1 } };
  });

export function shownOf(nowS: number, preset: RangePreset, buckets: readonly Bucket[]): Shown {
  const range = presetRange(preset, new Date(nowS * 1000));
  const { points } = buildSeries(buckets, range, stepFor(range, 'hour'), 'quota', nowS);
  return {
    total: points.reduce((sum, { total }) => sum + total, 0),
    bars: points.map(({ at, total }) => [at, total]),
  };
}
