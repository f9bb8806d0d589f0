const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD` in the person's zone; seconds are Unix time. */
export function formatDay(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** `YYYY-MM-DD HH:mm:ss` in the person's zone. */
export function formatTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${formatDay(seconds)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** `HH:mm:ss` in the person's zone, where the day is stated above. */
export const formatClock = (seconds: number): string => formatTime(seconds).slice(11);

/** The value of an `<input type="datetime-local">`, and back. */
export const toLocalInput = (seconds: number): string => formatTime(seconds).slice(0, 16).replace(' ', 'T');
export function fromLocalInput(text: string): number | undefined {
  const parsed = new Date(text).getTime();
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / 1000);
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

/** The person's zone, as `Europe/Berlin`. */
export const zoneName = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
