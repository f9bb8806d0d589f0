import { describe, expect, it } from '@jest/globals';
import type { TillId } from '@ledgate/domain/shared/ids';
import { DeathWatch } from './death-watch.ts';

const till = { tillId: 'till' as TillId, beat: 5 };

/** When the till is dead, by looks once a second, the first of which took `firstMs`. */
function deadAtMs(firstMs: number): number {
  const watch = new DeathWatch({ deadAfterMs: 10_000, lookGapMaxMs: 3_000 });
  watch.look([till], { beganMs: 0, readMs: firstMs });
  for (let ms = Math.ceil(firstMs / 1_000) * 1_000; ; ms += 1_000)
    if (watch.look([till], { beganMs: ms, readMs: ms }).length > 0) return ms;
}

describe('the death watch', () => {
  it('counts a beat that it sees first from the end of its read: the beat may have been sent just before', () => {
    expect(deadAtMs(0)).toBe(10_000);
    expect(deadAtMs(2_900)).toBe(13_000);
  });
});
