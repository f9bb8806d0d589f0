/** In the address: the instant in Unix seconds, and whether what was recorded by then alone is meant. */
const AT = 'at';
const RECORDED = 'recorded';
const SECONDS = /^[1-9]\d{0,11}$/u;
/** 9999-12-31: the server takes no later one. */
const AT_MAX = 253_402_300_799;

export type Instant = { readonly at: number; readonly recorded: boolean };

/** The instant that an address names; undefined: none, or what is none. */
export function instantIn(params: URLSearchParams): Instant | undefined {
  const text = params.get(AT) ?? '';
  const at = SECONDS.test(text) ? Number(text) : 0;
  return at > 0 && at <= AT_MAX ? { at, recorded: params.get(RECORDED) === 'true' } : undefined;
}

/** The same address with another instant; undefined: without one. */
export function withInstant(params: URLSearchParams, instant: Instant | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(AT);
  next.delete(RECORDED);
  if (instant === undefined) return next;
  next.set(AT, String(instant.at));
  if (instant.recorded) next.set(RECORDED, 'true');
  return next;
}
