import { isRangePreset, presetRange, type TimeRange } from '../time/ranges.ts';
import { shownClock } from '../time/zone.ts';

/** A range in the address: a preset's name, whose days are those of the person's zone or of another clock, or `start-end` in Unix seconds. */
export function readRange(text: string, nowSeconds: number, clock = shownClock()): TimeRange {
  const now = new Date(nowSeconds * 1000);
  if (isRangePreset(text)) return presetRange(text, now, clock);
  const [start = Number.NaN, end = Number.NaN] = text.split('-').map(Number);
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start <= end
    ? { start, end }
    : presetRange('7d', now, clock);
}
