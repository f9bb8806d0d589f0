/** Of everybody in the fixture but root. */
export const PASSWORD = 'a long secret';

const second = (text: string): number => Date.parse(text) / 1_000;

/** All time, each month, and some days that begin and end within a quarter of an hour. Unix seconds, 0: without an end. */
export const RANGES: readonly (readonly [number, number])[] = [
  [0, 0],
  [second('2026-09-01T00:00:00Z'), second('2026-10-01T00:00:00Z')],
  [second('2026-10-01T00:00:00Z'), second('2026-11-01T00:00:00Z')],
  [second('2026-09-13T04:05:06Z'), second('2026-09-20T07:08:09Z')],
];

export const WEEKS: readonly (readonly [number, number])[] = [
  [second('2026-09-13T00:00:00Z'), second('2026-09-20T00:00:00Z')],
  [second('2026-10-26T00:00:00Z'), second('2026-11-02T00:00:00Z')],
];
