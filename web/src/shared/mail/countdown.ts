import { useEffect, useState } from 'react';

/** After a mail was sent none is asked for until then: it takes its time to come. */
export const RESEND_S = 30;
const STEP_MS = 250;

/** Whole seconds until then, 0 where it is over. */
export const secondsLeft = (untilMs: number, nowMs: number): number =>
  Math.max(0, Math.ceil((untilMs - nowMs) / 1_000));

/** Seconds that are left of a wait, by the clock: browsers slow the timers of a page that is not looked at. */
export function useCountdown(): { readonly left: number; readonly start: () => void } {
  const [untilMs, setUntilMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  const left = secondsLeft(untilMs, nowMs);
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    left,
    start: () => {
      const now = Date.now();
      setNowMs(now);
      setUntilMs(now + RESEND_S * 1_000);
    },
  };
}
