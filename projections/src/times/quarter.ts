/** Every time zone's day begins at a multiple of it. */
export const QUARTER_S = 900;

/** The quarter of an hour that a time lies in; Unix seconds of its start. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / (QUARTER_S * 1_000)) * QUARTER_S;

/** Seconds of a day in UTC. */
export const DAY_S = 86_400;

/** The day that a time lies in, in UTC; Unix seconds of its start. */
export const dayOf = (atMs: number): number => Math.floor(atMs / 1_000 / DAY_S) * DAY_S;
