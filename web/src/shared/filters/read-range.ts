import { isRangePreset, presetRange, type TimeRange } from '../time/ranges.ts';

/** A range in the address: a preset's name, or `start-end` in Unix seconds. */
export function readRange(text: string, nowSeconds: number): TimeRange {
  const now = new Date(nowSeconds * 1000);
  if (isRangePreset(text)) return presetRange(text, now);
  const [start = Number.NaN, end = Number.NaN] = text.split('-').map(Number);
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start <= end
    ? { start, end }
    : presetRange('7d', now);
}
