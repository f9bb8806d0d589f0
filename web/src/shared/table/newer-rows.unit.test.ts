import { describe, expect, it } from '@jest/globals';
import { newerThan } from './newer-rows.tsx';
import { NEWER_ROWS_MAX } from './newer-rows-max.ts';

const positions = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from - index);

describe('newerThan', () => {
  it('counts what came after the last of the rows shown, whatever was taken away meanwhile', () => {
    expect(newerThan([7, 6, 5], { positions: [12, 9, 8, 7] })).toEqual({ count: 3, isMore: false });
    expect(newerThan([7, 6, 5], { positions: [7, 6] })).toEqual({ count: 0, isMore: false });
  });
  it('counts every row after an empty list', () =>
    expect(newerThan([], { positions: [2, 1] })).toEqual({ count: 2, isMore: false }));
  it('says that there may be more where all rows looked at are newer', () => {
    expect(newerThan([7], { positions: positions(500, NEWER_ROWS_MAX) })).toEqual({
      count: NEWER_ROWS_MAX,
      isMore: true,
    });
    expect(newerThan([401], { positions: positions(500, NEWER_ROWS_MAX) })).toEqual({ count: 99, isMore: false });
  });
  it('counts nothing before both are known, nor what is older than the list', () => {
    expect(newerThan(undefined, { positions: [1] }).count).toBe(0);
    expect(newerThan([1], undefined).count).toBe(0);
    expect(newerThan([9], { positions: [8, 7] }).count).toBe(0);
  });
});
