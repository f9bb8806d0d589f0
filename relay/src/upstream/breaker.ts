import { BREAKER_FAILURES, BREAKER_PAUSE_MIN_MS, BREAKER_PAUSE_MAX_MS, PROBE_MS_MAX } from '../limits.ts';

/**
 * What failures have made of a channel (docs/behaviour.md#circuit-breaking); undefined: nothing, its last call that tells went well. Counting: some in a row,
 * too few. Open: spared until `probeAtMs`, then one call may ask it. Times are monotonic milliseconds.
 */
export type Breaker =
  | { readonly status: 'counting'; readonly failures: number }
  | { readonly status: 'open'; readonly pauseMs: number; readonly probeAtMs: number };

/** A call has failed as a channel fails. Of an open one only a probe tells anything new: the others were under way, or had no other to ask. */
export function afterFailure(breaker: Breaker | undefined, isProbe: boolean, nowMs: number): Breaker {
  if (breaker?.status === 'open') return isProbe ? opened(2 * breaker.pauseMs, nowMs) : breaker;
  const failures = (breaker?.failures ?? 0) + 1;
  return failures < BREAKER_FAILURES ? { status: 'counting', failures } : opened(BREAKER_PAUSE_MIN_MS, nowMs);
}

/** Whether another channel is to be asked in its place. */
export const isSpared = (breaker: Breaker | undefined, nowMs: number): boolean =>
  breaker?.status === 'open' && nowMs < breaker.probeAtMs;

/** The next call is the one that may ask an open channel. There is no other until it tells how that went, but for one that takes very long. */
export const afterProbeBegan = (breaker: Breaker | undefined, nowMs: number): Breaker | undefined =>
  breaker?.status !== 'open' || isSpared(breaker, nowMs) ? undefined : { ...breaker, probeAtMs: nowMs + PROBE_MS_MAX };

/** A probe that tells nothing: it was never sent, or its caller left, or asked for nonsense. The next one need not wait where nothing was sent. */
export const afterProbeWasVoid = (
  breaker: Breaker | undefined,
  wasSent: boolean,
  nowMs: number,
): Breaker | undefined =>
  breaker?.status === 'open' ? { ...breaker, probeAtMs: nowMs + (wasSent ? breaker.pauseMs : 0) } : breaker;

function opened(pauseMs: number, nowMs: number): Breaker {
  const bounded = Math.min(pauseMs, BREAKER_PAUSE_MAX_MS);
  return { status: 'open', pauseMs: bounded, probeAtMs: nowMs + bounded };
}
