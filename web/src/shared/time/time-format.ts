import { shownClock } from './zone.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD` in the person's zone, or by another clock; seconds are Unix time. */
export function formatDay(seconds: number, clock = shownClock()): string {
  const date = clock.wall(seconds);
  return `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** `YYYY-MM-DD HH:mm:ss` likewise. */
export function formatTime(seconds: number, clock = shownClock()): string {
  const date = clock.wall(seconds);
  return `${formatDay(seconds, clock)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

/** `HH:mm:ss` in the person's zone, where the day is stated above. */
export const formatClock = (seconds: number): string => formatTime(seconds).slice(11);

/** The value of an `<input type="datetime-local">`, which knows no zone, likewise. */
export const toLocalInput = (seconds: number, clock = shownClock()): string =>
  formatTime(seconds, clock).slice(0, 16).replace(' ', 'T');

const LOCAL = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d))?)?$/u;

/** A day, or a day and a time, likewise, as Unix seconds: `2026-03-05T04:06`. undefined: it is none, as February 30 is. */
export function fromLocalInput(text: string, clock = shownClock()): number | undefined {
  const found = LOCAL.exec(text.trim());
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  wall.setUTCHours(hour, minute, second);
  const isSame =
    wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return isSame ? Math.floor(clock.fromWall(wall.getTime())) : undefined;
}

const STEPS: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** `12 seconds ago`, in the language given. */
export function formatRelative(seconds: number, nowSeconds: number, language: string): string {
  const difference = Math.round(seconds - nowSeconds);
  const [size, unit] = STEPS.find(([least]) => Math.abs(difference) >= least) ?? [1, 'second' as const];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.round(difference / size), unit);
}

/** `1.24 s` or `830 ms`. */
export const formatDuration = (milliseconds: number): string =>
  milliseconds >= 1000 ? `${(milliseconds / 1000).toFixed(2)} s` : `${Math.round(milliseconds)} ms`;

const PRECISE_BELOW_MS = 10_000;

/** For a column of durations: `0.830 s`, to the millisecond below ten seconds, `12.4 s` above. */
export const formatSeconds = (milliseconds: number): string =>
  `${(milliseconds / 1000).toFixed(milliseconds < PRECISE_BELOW_MS ? 3 : 1)} s`;
