import { describe, expect, it } from '@jest/globals';
import { nextTryS } from './retry.ts';

describe('the next try of a notice', () => {
  it.each([
    [1, 0, 30],
    [2, 30, 90],
    [3, 90, 210],
    [8, 5_000, 8_600],
    [40, 80_000, 83_600],
  ])('after %i tries, at %i s, is at %i s', (attempts, nowS, againS) =>
    expect(nextTryS({ createdS: 0, attempts }, nowS)).toBe(againS),
  );

  it('is none once it would be a day old', () => {
    expect(nextTryS({ createdS: 0, attempts: 40 }, 82_800)).toBe(86_400);
    expect(nextTryS({ createdS: 0, attempts: 40 }, 82_801)).toBeUndefined();
  });
});
