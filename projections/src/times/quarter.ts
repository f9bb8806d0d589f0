/** Every time zone's day begins at a multiple of it. */
export const QUARTER_S = 900;

/** The quarter of an hour that a time lies in; Unix seconds of its start. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / (QUARTER_S * 1_000)) * QUARTER_S;
