import { describe, expect, it } from '@jest/globals';
import type { Queryable } from '../shared/database.ts';
import { beginningsOf, positionRangeOf } from './ranges.ts';

/** Nothing is asked of it. */
const db = {} as Queryable;

describe('a range of time', () => {
  it.each([[[1_000.5]], [[1_000, 2_000.5]], [[Number.NaN]], [[0, Number.POSITIVE_INFINITY]]])(
    'is refused where a time is no whole number of seconds, before anything is read: %p',
    async (timesS) => {
      await expect(beginningsOf(db, timesS)).rejects.toThrow(/^not whole seconds: /u);
      const [fromS = 0, toS] = timesS;
      await expect(positionRangeOf(db, { fromS, toS })).rejects.toThrow(RangeError);
    },
  );
});
