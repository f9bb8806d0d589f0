import { describe, expect, it } from '@jest/globals';
import { secondsLeft } from './countdown.ts';

describe('seconds that are left of a wait', () => {
  it.each([
    [30_000, 0, 30],
    [30_000, 1, 30],
    [30_000, 1_000, 29],
    [30_000, 29_999, 1],
    [30_000, 30_000, 0],
    [30_000, 90_000, 0],
  ])('until %d, at %d: %d', (untilMs, nowMs, left) => expect(secondsLeft(untilMs, nowMs)).toBe(left));
});
