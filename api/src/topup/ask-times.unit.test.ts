import { expect, it } from '@jest/globals';
import { nextAskS, toldNextAskS } from './ask-times.ts';

const MADE_S = 1_800_000_000;
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

/** The times at which an order is asked of, each time a second late. */
function times(): readonly number[] {
  const asked: number[] = [];
  for (let at = MADE_S; asked.length < 20;) {
    const next = nextAskS(MADE_S, at, true);
    if (next === Number.MAX_SAFE_INTEGER) break;
    asked.push(next - MADE_S);
    at = next + 1;
  }
  return asked;
}

it('an order is asked of after 5 minutes, 1 h and 6 h, then daily for a week', () =>
  expect(times()).toEqual([5 * MINUTE_S, HOUR_S, 6 * HOUR_S, ...[1, 2, 3, 4, 5, 6, 7].map((day) => day * DAY_S)]));

it('what was missed is not made up for', () =>
  expect(nextAskS(MADE_S, MADE_S + 3 * DAY_S + HOUR_S, true)).toBe(MADE_S + 4 * DAY_S));

it('one that could not be asked is asked again soon, and never later than it would be', () => {
  expect(nextAskS(MADE_S, MADE_S + 2 * HOUR_S, false)).toBe(MADE_S + 2 * HOUR_S + 10 * MINUTE_S);
  expect(nextAskS(MADE_S, MADE_S + HOUR_S - MINUTE_S, false)).toBe(MADE_S + HOUR_S);
});

it('people are told when it is asked of next, never a time that is past, and nothing once nobody is asked', () => {
  const nowS = MADE_S + MINUTE_S;
  expect(toldNextAskS(MADE_S, nowS, 0)).toBe(MADE_S + 5 * MINUTE_S);
  expect(toldNextAskS(MADE_S, nowS, MADE_S + HOUR_S)).toBe(MADE_S + HOUR_S);
  expect(toldNextAskS(MADE_S, MADE_S + 2 * HOUR_S, MADE_S + HOUR_S)).toBe(MADE_S + 2 * HOUR_S);
  expect(toldNextAskS(MADE_S, nowS, Number.MAX_SAFE_INTEGER)).toBe(0);
  expect(toldNextAskS(MADE_S, MADE_S + 8 * DAY_S, MADE_S + 8 * DAY_S + MINUTE_S)).toBe(0);
});
