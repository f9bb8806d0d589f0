import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bucketOf, placed } from './placing.ts';

type Event = { readonly position: number; readonly recordedS: number };

const quartersOf = (events: readonly Event[]) =>
  [...new Set(events.map(({ recordedS }) => recordedS))].map((recordedS) => {
    const positions = events.filter((event) => event.recordedS === recordedS).map(({ position }) => position);
    return { recordedS, first: Math.min(...positions), last: Math.max(...positions) };
  });

/** How many events each bucket has, by sums of quarters and what is moved between them. */
function counted(events: readonly Event[], cuts: readonly number[]): readonly number[] {
  const buckets = cuts.slice(1).map(() => 0);
  const add = (bucket: number | undefined, count: number): void => {
    if (bucket !== undefined) buckets[bucket] = (buckets[bucket] ?? 0) + count;
  };
  const { whole, moved } = placed(quartersOf(events), cuts);
  for (const { recordedS } of events) add(whole.get(recordedS), 1);
  for (const { position } of events)
    for (const { from, before, counted: taken } of moved)
      if (position >= from && position < before) {
        add(taken, -1);
        add(bucketOf(cuts, position), 1);
      }
  return buckets;
}

/** Positions with gaps, as of a store that counts bytes, and a clock of the store that may go back. */
const events = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 4 }), recorded: fc.integer({ min: 0, max: 5 }) }), {
    maxLength: 40,
  })
  .map((all) => {
    let position = 0;
    return all.map(({ gap, recorded }) => ({ position: (position += gap), recordedS: recorded * 900 }));
  });
const cuts = fc
  .array(fc.integer({ min: 0, max: 170 }), { minLength: 2, maxLength: 8 })
  .map((all) => all.toSorted((one, other) => one - other));

describe('sums of quarters of an hour in buckets of positions', () => {
  it('are what the events of each bucket come to, wherever the cuts go and however the clock of the store went', () => {
    fc.assert(
      fc.property(events, cuts, (all, borders) => {
        const expected = borders.slice(1).map(() => 0);
        for (const { position } of all) {
          const bucket = borders
            .slice(1)
            .findIndex((end, index) => position >= (borders[index] ?? 0) && position < end);
          if (bucket >= 0) expected[bucket] = (expected[bucket] ?? 0) + 1;
        }
        expect(counted(all, borders)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('move only what stands on the smaller side of a cut', () => {
    const quarters = [
      { recordedS: 0, first: 1, last: 1_000 },
      { recordedS: 900, first: 1_001, last: 2_000 },
    ];
    const { whole, moved } = placed(quarters, [1, 1_004, 5_000]);
    expect([...whole]).toEqual([
      [0, 0],
      [900, 1],
    ]);
    expect(moved).toEqual([{ from: 1_001, before: 1_004, counted: 1 }]);
  });
});
