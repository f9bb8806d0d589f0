import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LargeMap } from './large-map.ts';

const keys = fc.integer({ min: 0, max: 30 });
const steps = fc.array(
  fc.oneof(
    fc.record({ act: fc.constant('set' as const), key: keys, value: fc.integer() }),
    fc.record({ act: fc.constant('delete' as const), key: keys, value: fc.constant(0) }),
  ),
  { maxLength: 100 },
);

describe('LargeMap', () => {
  it('answers as one Map would, however small its parts are', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 7 }), (acts, entriesMax) => {
        const large = new LargeMap<number, number>(entriesMax);
        const plain = new Map<number, number>();
        for (const { act, key, value } of acts) {
          if (act === 'set') [large, plain].forEach((map) => map.set(key, value));
          else expect(large.delete(key)).toBe(plain.delete(key));
        }
        expect(new Map(large)).toEqual(plain);
        expect([large.size, new Set(large.keys()), [...large.values()].sort()]).toEqual([
          plain.size,
          new Set(plain.keys()),
          [...plain.values()].sort(),
        ]);
        for (let key = 0; key <= 30; key += 1)
          expect([large.has(key), large.get(key)]).toEqual([plain.has(key), plain.get(key)]);
      }),
    );
  });
});
