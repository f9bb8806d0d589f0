import type { Bucket } from '@ledgate/api/contract/data';
import { DATA_STEPS } from '@ledgate/domain/options/data-steps';
import { OTHER, SERIES_MAX } from '../../shared/charts/model-colours.ts';
import type { TimeRange } from '../../shared/time/ranges.ts';
import { shownClock } from '../../shared/time/zone.ts';

export const metrics = ['quota', 'count', 'token_used'] as const;
export type Metric = (typeof metrics)[number];
/** What one bar stands for, the finest first. */
export const steps = DATA_STEPS;
export type Step = (typeof steps)[number];

/** One bar: its beginning in Unix seconds, and a value for each model of the chart. */
export type Point = { readonly at: number; readonly total: number; readonly values: Readonly<Record<string, number>> };
export type ModelTotal = { readonly model: string } & Readonly<Record<Metric, number>>;
export type Series = {
  readonly models: readonly string[];
  readonly points: readonly Point[];
  readonly totals: readonly ModelTotal[];
};

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
const STEP_S: Readonly<Record<Step, number>> = { hour: HOUR_S, day: DAY_S, week: 7 * DAY_S };
/** More cannot be told apart on a small screen. */
const BARS_MAX = 96;

/** Whether a range has few enough of these steps; weeks always. */
export const fitsStep = ({ start, end }: TimeRange, step: Step): boolean =>
  step === 'week' || end - start < BARS_MAX * STEP_S[step];

/** The step that was asked for, or the next coarser one that the range has few enough of. */
export const stepFor = (range: TimeRange, asked: Step): Step =>
  steps.slice(steps.indexOf(asked)).find((step) => fitsStep(range, step)) ?? 'week';

const QUARTER_S = 900;
const STRIDE_S: Readonly<Record<Step, number>> = { hour: QUARTER_S, day: 6 * HOUR_S, week: 6 * HOUR_S };

/** The beginning of the hour, day or week (from Monday) that a time lies in, by the person's clock at that time. */
function floorTo(seconds: number, step: Step): number {
  if (step === 'hour') return seconds - ((seconds + shownClock().ahead(seconds)) % HOUR_S);
  const wall = shownClock().wall(seconds);
  const daysBack = step === 'week' ? (wall.getUTCDay() + 6) % 7 : 0;
  return shownClock().fromWall(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() - daysBack));
}

/** Every step from one time to another. In strides shorter than any: where clocks change, days and hours are longer or shorter. */
function stepsBetween(start: number, end: number, step: Step): readonly number[] {
  const steps = new Set<number>();
  for (let at = start; at <= end; at += STRIDE_S[step]) steps.add(floorTo(at, step));
  return [...steps.add(floorTo(end, step))].toSorted((one, other) => one - other);
}

const latest = (buckets: readonly Bucket[]): number =>
  buckets.reduce((at, { created_at }) => Math.max(at, created_at), 0);

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

/**
 * Stacked bars over a range: the seven models that used most, the others together. Steps without use are zero. `until`: nothing after now but what
 * has been used, where the clock here is behind; so no bucket is left out, and the points add up to the totals.
 */
export function buildSeries(
  buckets: readonly Bucket[],
  range: TimeRange,
  step: Step,
  metric: Metric,
  until: number,
): Series {
  const totals = totalsByModel(buckets, metric);
  const own = totals.slice(0, SERIES_MAX).map(({ model }) => model);
  const models = totals.length > SERIES_MAX ? [...own, OTHER] : own;
  const end = Math.max(Math.min(range.end, until), latest(buckets));
  const sums = new Map(stepsBetween(range.start, end, step).map((at) => [at, {} as Record<string, number>]));
  for (const bucket of buckets) {
    const at = floorTo(Math.max(bucket.created_at, range.start), step);
    const sum = sums.get(at) ?? {};
    sums.set(at, sum);
    const model = own.includes(bucket.model_name) ? bucket.model_name : OTHER;
    sum[model] = (sum[model] ?? 0) + bucket[metric];
  }
  const points = [...sums].map(([at, values]) => ({
    at,
    values,
    total: Object.values(values).reduce((sum, value) => sum + value, 0),
  }));
  return { models, points: points.toSorted((one, other) => one.at - other.at), totals };
}
