import { NOTICE_PAUSE_FIRST_S, NOTICE_PAUSE_MAX_S, NOTICE_TRIED_S } from '../limits.ts';

/**
 * When a notice that could not be sent is tried again, in seconds: after 30 s, and twice as long each time, at most an hour; undefined once it would be a day
 * old. `attempts`: how often it was tried.
 */
export function nextTryS(
  { createdS, attempts }: { readonly createdS: number; readonly attempts: number },
  nowS: number,
): number | undefined {
  const pauseS = Math.min(NOTICE_PAUSE_MAX_S, NOTICE_PAUSE_FIRST_S * 2 ** Math.min(attempts - 1, 16));
  const againS = nowS + pauseS;
  return againS - createdS > NOTICE_TRIED_S ? undefined : againS;
}
