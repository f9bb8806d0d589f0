import { describe, expect, it } from '@jest/globals';
import { FAULTS_MAX } from './limits.ts';
import { MissingRanges } from './missing-ranges.ts';

const SIZE = 20_000;

describe('missing ranges', () => {
  it('are what is left of each', () => {
    const missing = new MissingRanges();
    expect([missing.add({ from: 3, before: 6 }), missing.add({ from: 8, before: 9 })]).toEqual([true, true]);
    expect([missing.take(4), missing.take(4), missing.take(8), missing.take(7)]).toEqual([true, false, true, false]);
    expect(missing.ranges).toEqual([
      { from: 3, before: 4 },
      { from: 5, before: 6 },
    ]);
  });

  it('are no more than faults that are listed, however many come after all', () => {
    const missing = new MissingRanges();
    missing.add({ from: 0, before: SIZE });
    // Each third, so that nothing goes together again.
    let most = 0;
    for (let index = 1; index < SIZE; index += 3) {
      expect(missing.take(index)).toBe(true);
      most = Math.max(most, missing.ranges.length);
    }
    expect([most, missing.add({ from: SIZE, before: SIZE + 1 })]).toEqual([FAULTS_MAX, false]);
  });
});
