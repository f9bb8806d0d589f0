import { describe, expect, it } from '@jest/globals';
import { ownRange, presetRange, splitRange } from './ranges.ts';
import {
  formatDuration,
  formatRelative,
  formatSeconds,
  formatTime,
  fromLocalInput,
  toLocalInput,
} from './time-format.ts';

const at = (text: string): number => new Date(text).getTime() / 1000;
const now = new Date('2026-03-15T10:20:30');

describe('ownRange', () => {
  it('has all seconds of its last minute, however often it is applied', () => {
    const once = ownRange(1_700_000_040, 1_700_000_100);
    expect(once).toEqual({ start: 1_700_000_040, end: 1_700_000_159 });
    expect(ownRange(once?.start, once?.end)).toEqual(once);
    expect(ownRange(1_700_000_040, 1_700_000_040)).toEqual({ start: 1_700_000_040, end: 1_700_000_099 });
  });

  it('is none without both ends, or turned round', () => {
    expect(ownRange(undefined, 60)).toBeUndefined();
    expect(ownRange(60, undefined)).toBeUndefined();
    expect(ownRange(120, 60)).toBeUndefined();
  });
});

describe('times', () => {
  it('are YYYY-MM-DD HH:mm:ss in the zone of the person', () =>
    expect(formatTime(at('2026-03-05T04:06:08'))).toBe('2026-03-05 04:06:08'));
  it('survive an input field to the minute', () =>
    expect(fromLocalInput(toLocalInput(at('2026-03-05T04:06:00')))).toBe(at('2026-03-05T04:06:00')));
  it('are refused when they are none', () => expect(fromLocalInput('soon')).toBeUndefined());
  it('are relative in words', () => {
    expect(formatRelative(100, 112, 'en')).toBe('12 seconds ago');
    expect(formatRelative(0, 7200, 'en')).toBe('2 hours ago');
  });
  it('durations have their unit', () =>
    expect([formatDuration(830), formatDuration(1240)]).toEqual(['830 ms', '1.24 s']));
  it('durations in a column keep one unit', () =>
    expect([26, 1240, 9_999, 12_440].map(formatSeconds)).toEqual(['0.026 s', '1.240 s', '9.999 s', '12.4 s']));
});

describe('ranges', () => {
  it('today is a whole day', () =>
    expect(presetRange('today', now)).toEqual({
      start: at('2026-03-15T00:00:00'),
      end: at('2026-03-16T00:00:00') - 1,
    }));
  it('seven days contain today', () => expect(presetRange('7d', now).start).toBe(at('2026-03-09T00:00:00')));
  it('last month ends where this month begins', () =>
    expect(presetRange('lastMonth', now).end + 1).toBe(presetRange('month', now).start));
  it('are split without gap or overlap', () => {
    const parts = splitRange({ start: 0, end: 250 }, 100);
    expect(parts).toEqual([
      { start: 0, end: 99 },
      { start: 100, end: 199 },
      { start: 200, end: 250 },
    ]);
  });
});
