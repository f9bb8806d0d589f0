import type { Bucket } from '@ledgate/api/contract/data';
import { OTHER, SERIES_MAX } from '../../shared/charts/model-colours.ts';
import type { TimeRange } from '../../shared/time/ranges.ts';

export const metrics = ['quota', 'count', 'token_used'] as const;
export type Metric = (typeof metrics)[number];
export type Step = 'hour' | 'day';

/** One bar: its beginning in Unix seconds, and a value for each model of the chart. */
export type Point = { readonly at: number; readonly total: number; readonly values: Readonly<Record<string, number>> };
export type ModelTotal = { readonly model: string } & Readonly<Record<Metric, number>>;
export type Series = {
  readonly models: readonly string[];
  readonly points: readonly Point[];
  readonly totals: readonly ModelTotal[];
};

const HOURLY_MAX_S = 2 * 86_400;

/** Hours up to two days, days beyond. */
export const stepOf = (range: TimeRange): Step => (range.end - range.start < HOURLY_MAX_S ? 'hour' : 'day');

/** The beginning of the step that a time lies in, in the zone of the person. */
function floorTo(seconds: number, step: Step): number {
  const date = new Date(seconds * 1000);
  date.setMinutes(0, 0, 0);
  if (step === 'day') date.setHours(0);
  return date.getTime() / 1000;
}

/** The next step; a day has 23 or 25 hours when clocks change. */
function after(seconds: number, step: Step): number {
  const date = new Date(seconds * 1000);
  if (step === 'day') date.setDate(date.getDate() + 1);
  else date.setTime(date.getTime() + 3_600_000);
  return date.getTime() / 1000;
}

/** What each model used in all, the largest first by `metric`. */
export function totalsByModel(buckets: readonly Bucket[], metric: Metric): readonly ModelTotal[] {
  const totals = new Map<string, ModelTotal>();
  for (const { model_name: model, quota, count, token_used } of buckets) {
    const before = totals.get(model) ?? { model, quota: 0, count: 0, token_used: 0 };
    totals.set(model, {
      model,
      quota: before.quota + quota,
      count: before.count + count,
      token_used: before.token_used + token_used,
    });
  }
  return [...totals.values()].toSorted(
    (one, other) => other[metric] - one[metric] || one.model.localeCompare(other.model),
  );
}

/** Stacked bars over a range: the seven models that used most, the others together. Steps without use are zero. `until`: nothing after now. */
export function buildSeries(buckets: readonly Bucket[], range: TimeRange, metric: Metric, until: number): Series {
  const step = stepOf(range);
  const totals = totalsByModel(buckets, metric);
  const own = totals.slice(0, SERIES_MAX).map(({ model }) => model);
  const models = totals.length > SERIES_MAX ? [...own, OTHER] : own;
  const sums = new Map<number, Record<string, number>>();
  for (let at = floorTo(range.start, step); at <= Math.min(range.end, until); at = after(at, step)) sums.set(at, {});
  for (const bucket of buckets) {
    const sum = sums.get(floorTo(bucket.created_at, step));
    if (!sum) continue;
    const model = own.includes(bucket.model_name) ? bucket.model_name : OTHER;
    sum[model] = (sum[model] ?? 0) + bucket[metric];
  }
  const points = [...sums].map(([at, values]) => ({
    at,
    values,
    total: Object.values(values).reduce((sum, value) => sum + value, 0),
  }));
  return { models, points, totals };
}
