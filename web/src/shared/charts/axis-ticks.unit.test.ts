import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { axisTicks } from './axis-ticks.ts';

describe('axisTicks', () => {
  it.each([
    [3, 1, [0, 1, 2, 3]],
    [1, 1, [0, 1]],
    [6, 1, [0, 2, 4, 6]],
    [11, 1, [0, 5, 10, 15]],
    [0.000544, 1e-6, [0, 0.0002, 0.0004, 0.0006]],
    [0.000002, 1e-6, [0, 0.000001, 0.000002]],
    [1.5, 1e-6, [0, 0.5, 1, 1.5]],
    [61_644, 1, [0, 20_000, 40_000, 60_000, 80_000]],
    [0, 1, [0, 1]],
  ])('up to %p in steps of at least %p: %p', (largest, least, ticks) =>
    expect(axisTicks(largest, least)).toEqual(ticks),
  );

  it('begin at zero, hold the largest, are few, and step by 1, 2 or 5 x 10^n', () =>
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), (largest) => {
        const ticks = axisTicks(largest, 1e-6);
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest);
        expect(ticks.at(-2)).toBeLessThan(largest);
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect((ticks[1] ?? 0).toExponential()).toMatch(/^[125]e/u);
      }),
    ));
});
