const DAY_MS = 86_400_000;
/** `2026-11-28`. */
const DAY_LENGTH = 10;

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString().slice(0, DAY_LENGTH);

/** The day of a time as `zonedTime` tells it. */
export const dayOf = (timeLocal: string): string => timeLocal.slice(0, DAY_LENGTH);

export const later = (one: string, other: string): string => (one > other ? one : other);
