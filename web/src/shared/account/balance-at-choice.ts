/** In the address: the instant in Unix seconds, whether what was recorded by then alone is meant, and the token that is told of too. */
const AT = 'at';
const RECORDED = 'recorded';
const TOKEN = 'token';
const SECONDS = /^[1-9]\d{0,11}$/u;
const NUMBER = /^[1-9]\d{0,14}$/u;
/** 9999-12-31: the server takes no later one. */
const AT_MAX = 253_402_300_799;

export type Instant = {
  readonly at: number;
  readonly recorded: boolean;
  /** undefined: none. */
  readonly token: number | undefined;
};

/** The number of a token as it is typed; undefined where it is none. */
export const tokenIn = (text: string | null): number | undefined =>
  text !== null && NUMBER.test(text.trim()) ? Number(text) : undefined;

/** The instant that an address names; undefined: none, or what is none. */
export function instantIn(params: URLSearchParams): Instant | undefined {
  const text = params.get(AT) ?? '';
  const at = SECONDS.test(text) ? Number(text) : 0;
  if (at === 0 || at > AT_MAX) return undefined;
  return { at, recorded: params.get(RECORDED) === 'true', token: tokenIn(params.get(TOKEN)) };
}

/** The same address with another instant; undefined: without one. */
export function withInstant(params: URLSearchParams, instant: Instant | undefined): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(AT);
  next.delete(RECORDED);
  next.delete(TOKEN);
  if (instant === undefined) return next;
  next.set(AT, String(instant.at));
  if (instant.recorded) next.set(RECORDED, 'true');
  if (instant.token !== undefined) next.set(TOKEN, String(instant.token));
  return next;
}
