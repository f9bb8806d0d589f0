import { describe, expect, it } from '@jest/globals';
import { afterFailure, afterProbeBegan, afterProbeWasVoid, type Breaker, isSpared } from './breaker.ts';

const failedTimes = (times: number, nowMs = 0): Breaker | undefined => {
  let breaker: Breaker | undefined;
  for (let failure = 0; failure < times; failure += 1) breaker = afterFailure(breaker, false, nowMs);
  return breaker;
};

describe('the breaker of a channel', () => {
  const open = failedTimes(5, 100);

  it('spares it after five failures running, for a second', () => {
    expect(isSpared(failedTimes(4, 100), 100)).toBe(false);
    expect([100, 1_099, 1_100].map((nowMs) => isSpared(open, nowMs))).toEqual([true, true, false]);
  });

  it('sends one probe after the pause, and no other until that has told how it went', () => {
    expect(afterProbeBegan(undefined, 100)).toBeUndefined();
    expect(afterProbeBegan(failedTimes(4), 100)).toBeUndefined();
    expect(afterProbeBegan(open, 1_099)).toBeUndefined();
    const probing = afterProbeBegan(open, 1_100);
    expect(isSpared(probing, 1_100)).toBe(true);
    expect(afterProbeBegan(probing, 1_100)).toBeUndefined();
  });

  it('sends another where a probe takes very long', () => {
    expect(afterProbeBegan(afterProbeBegan(open, 1_100), 31_100)).toBeDefined();
  });

  it('doubles the pause after each probe that failed, up to 30 s', () => {
    let breaker = open;
    const pauses: number[] = [];
    for (let nowMs = 100_000; nowMs <= 700_000; nowMs += 100_000) {
      breaker = afterFailure(afterProbeBegan(breaker, nowMs), true, nowMs);
      if (breaker.status === 'open') pauses.push(breaker.probeAtMs - nowMs);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('learns nothing from other calls that fail while it is open', () => {
    expect(afterFailure(open, false, 900)).toBe(open);
  });

  it('sends the next probe at once where one was not sent, and after the same pause where it told nothing', () => {
    const probing = afterProbeBegan(open, 5_000);
    expect(isSpared(afterProbeWasVoid(probing, false, 5_000), 5_000)).toBe(false);
    const told = afterProbeWasVoid(probing, true, 5_000);
    expect([5_999, 6_000].map((nowMs) => isSpared(told, nowMs))).toEqual([true, false]);
    expect(afterProbeWasVoid(undefined, true, 5_000)).toBeUndefined();
  });
});
