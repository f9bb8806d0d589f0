import { describe, expect, it } from '@jest/globals';
import type { Bucket } from '@ledgate/api/contract/data';
import { OTHER } from '../../shared/charts/model-colours.ts';
import { buildSeries, fitsStep, stepFor } from './series.ts';

const at = (text: string): number => new Date(text).getTime() / 1000;
const bucket = (model: string, time: string, quota: number): Bucket => ({
  id: 1,
  user_id: 1,
  username: 'ada',
  model_name: model,
  created_at: at(time),
  token_used: quota * 2,
  count: 1,
  quota,
});
const day = { start: at('2026-03-15T00:00:00'), end: at('2026-03-15T23:59:59') };

describe('series', () => {
  it('has the steps that were asked for, or coarser ones where these would be too many', () => {
    const before = (days: number) => ({ start: day.start - days * 86_400, end: day.end });
    expect([stepFor(day, 'hour'), stepFor(day, 'day'), stepFor(day, 'week')]).toEqual(['hour', 'day', 'week']);
    expect([stepFor(before(6), 'hour'), stepFor(before(6), 'week')]).toEqual(['day', 'week']);
    expect([stepFor(before(95), 'hour'), stepFor(before(96), 'hour')]).toEqual(['day', 'week']);
    expect([fitsStep(before(3), 'hour'), fitsStep(before(4), 'hour'), fitsStep(before(5_000), 'week')]).toEqual([
      true,
      false,
      true,
    ]);
  });
  it('has weeks that begin on Mondays, and every call in one of them', () => {
    const { points } = buildSeries(
      [
        bucket('a', '2026-03-08T23:00:00', 5),
        bucket('a', '2026-03-09T00:00:00', 6),
        bucket('a', '2026-03-15T23:00:00', 7),
      ],
      { start: at('2026-03-04T00:00:00'), end: day.end },
      'week',
      'quota',
      day.end,
    );
    expect(points).toEqual([
      { at: at('2026-03-02T00:00:00'), total: 5, values: { a: 5 } },
      { at: at('2026-03-09T00:00:00'), total: 13, values: { a: 13 } },
    ]);
  });
  it('sums by hour and model and fills the hours between', () => {
    const { points, models } = buildSeries(
      [
        bucket('a', '2026-03-15T01:00:00', 5),
        bucket('a', '2026-03-15T01:00:00', 6),
        bucket('b', '2026-03-15T03:00:00', 20),
      ],
      day,
      'hour',
      'quota',
      day.end,
    );
    expect(models).toEqual(['b', 'a']);
    expect(points).toHaveLength(24);
    expect(points[1]).toEqual({ at: at('2026-03-15T01:00:00'), total: 11, values: { a: 11 } });
    expect(points[2]?.total).toBe(0);
  });
  it('shows nothing after now', () =>
    expect(buildSeries([], day, 'hour', 'quota', at('2026-03-15T02:30:00')).points).toHaveLength(3));
  it('puts all but seven models into one series and loses nothing', () => {
    const buckets = Array.from({ length: 10 }, (_, index) => bucket(`m${index}`, '2026-03-15T05:00:00', 100 - index));
    const { models, points, totals } = buildSeries(buckets, day, 'hour', 'quota', day.end);
    expect(models).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5', 'm6', OTHER]);
    expect(points[5]?.total).toBe(buckets.reduce((sum, { quota }) => sum + quota, 0));
    expect(points[5]?.values[OTHER]).toBe(93 + 92 + 91);
    expect(totals).toHaveLength(10);
  });
});
