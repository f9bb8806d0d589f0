const DAY_MS = 86_400_000;
/** `2026-11-28`. */
const DAY_LENGTH = 10;

/** The last one that has four digits for its year: of whatever is behind it too. */
const LAST_DAY = '9999-12-31';

/** The day of a time as `zonedTime` tells it. */
export const dayOf = (timeLocal: string): string =>
  timeLocal.startsWith('+') ? LAST_DAY : timeLocal.slice(0, DAY_LENGTH);

export const dayAfter = (day: string): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString());

export const later = (one: string, other: string): string => (one > other ? one : other);
