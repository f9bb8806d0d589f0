import type { AskedTimes } from '@ledgate/projections/directory/payments/payments';
import { TOP_UP_ASK_RETRY_S, TOP_UP_ASKED_AFTER_S, TOP_UP_ASKED_DAILY_S, TOP_UP_ASKED_DAYS } from '../limits.ts';

const TIMES_S: readonly number[] = [
  ...TOP_UP_ASKED_AFTER_S,
  ...Array.from({ length: TOP_UP_ASKED_DAYS }, (_, day) => (day + 1) * TOP_UP_ASKED_DAILY_S),
];

/** The youngest and the oldest orders of which a provider is asked by itself, by their age in seconds. A day more than a week: whoever was away asks once. */
export const ASKED_AGES_S = {
  youngest: TIMES_S[0] ?? 0,
  oldest: (TOP_UP_ASKED_DAYS + 1) * TOP_UP_ASKED_DAILY_S,
};

/** When those orders were made, for a look at `nowS` (Unix seconds). */
export const askedTimes = (nowS: number): AskedTimes => ({
  nowS,
  youngestS: nowS - ASKED_AGES_S.youngest,
  oldestS: nowS - ASKED_AGES_S.oldest,
});

/** No time: nobody is asked any more. */
const NEVER_S = Number.MAX_SAFE_INTEGER;

/** As people are told it: 0 where nobody is asked by itself any more, `plannedS` being what is noted of the order, 0 where nothing is. */
export function toldNextAskS(requestedS: number, nowS: number, plannedS: number): number {
  if (nowS - requestedS >= ASKED_AGES_S.oldest || plannedS === NEVER_S) return 0;
  // What is due already comes with the worker's next look.
  return Math.max(nowS, plannedS === 0 ? requestedS + ASKED_AGES_S.youngest : plannedS);
}

/**
 * When the provider is asked next of an order that was made at `requestedS` and is not paid: 5 minutes, 1 h and 6 h after it was made, then daily for a week;
 * what was missed is not made up for. One that could not be asked is asked again soon. Unix seconds.
 */
export function nextAskS(requestedS: number, nowS: number, wasAsked: boolean): number {
  const next = TIMES_S.find((afterS) => requestedS + afterS > nowS);
  const planned = next === undefined ? NEVER_S : requestedS + next;
  return wasAsked ? planned : Math.min(planned, nowS + TOP_UP_ASK_RETRY_S);
}
