const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SHARE_DIGITS = 8;
const SHARES = 16 ** SHARE_DIGITS;
const SPAN_ID_DIGITS = 16;

/** The trace of everything with this correlation id, 32 hexadecimal digits; undefined where it is no UUID. */
export const traceIdOf = (correlationId: string): string | undefined =>
  UUID.test(correlationId) ? correlationId.replaceAll('-', '') : undefined;

/** The span of the request itself, which all others of its trace stand under. A UUID's variant stands in it: it is never 0. */
export const requestSpanIdOf = (traceId: string): string => traceId.slice(-SPAN_ID_DIGITS);

/** Whether the trace is one of the `ratio` that are taken: the same answer in every process. A random UUID begins with 32 random bits. */
export const isTaken = (correlationId: string, ratio: number): boolean =>
  Number.parseInt(correlationId.slice(0, SHARE_DIGITS), 16) < ratio * SHARES;
