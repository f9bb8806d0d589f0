import { shownClock } from './zone.ts';

export const rangePresets = ['today', '7d', '30d', 'month', 'lastMonth'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** Unix seconds; `end` is the last second that belongs to the range. */
export type TimeRange = { readonly start: number; readonly end: number };

/** A preset as a range in the person's zone, or by another clock. "7 days" are today and the six days before it. */
export function presetRange(preset: RangePreset, now: Date, clock = shownClock()): TimeRange {
  /** The beginning of a day: so many days and months from that of `now`, or that day of its month. */
  const dayStart = ({ months = 0, days = 0, of }: { months?: number; days?: number; of?: number }): number => {
    const wall = clock.wall(now.getTime() / 1000);
    return clock.fromWall(
      Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + months, (of ?? wall.getUTCDate()) + days),
    );
  };
  const endOfToday = dayStart({ days: 1 }) - 1;
  switch (preset) {
    case 'today':
      return { start: dayStart({}), end: endOfToday };
    case '7d':
      return { start: dayStart({ days: -6 }), end: endOfToday };
    case '30d':
      return { start: dayStart({ days: -29 }), end: endOfToday };
    case 'month':
      return { start: dayStart({ of: 1 }), end: endOfToday };
    case 'lastMonth':
      return { start: dayStart({ months: -1, of: 1 }), end: dayStart({ of: 1 }) - 1 };
  }
}

const MINUTE_S = 60;

/** What two local times to the minute mean: all of the last minute belongs to it. undefined: they are no range. */
export function ownRange(from: number | undefined, until: number | undefined): TimeRange | undefined {
  return from === undefined || until === undefined || from > until
    ? undefined
    : { start: from, end: until - (until % MINUTE_S) + MINUTE_S - 1 };
}

export const isRangePreset = (text: string | null): text is RangePreset =>
  rangePresets.some((preset) => preset === text);

/** Parts of a range, none longer than `longest` seconds, which adjoin at the second: some calls take 30 days at most. */
export function splitRange(range: TimeRange, longest: number): readonly TimeRange[] {
  const parts: TimeRange[] = [];
  for (let start = range.start; start <= range.end; start += longest)
    parts.push({ start, end: Math.min(range.end, start + longest - 1) });
  return parts;
}
