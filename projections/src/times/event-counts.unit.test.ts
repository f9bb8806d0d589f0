import { expect, it } from '@jest/globals';
import { bitsIn, EventCounts } from './event-counts.ts';

it('counts events by blocks, and tells of the smallest where they are', () => {
  const counts = new EventCounts();
  for (const position of [1, 31, 32, 8_191, 8_192]) counts.add(position);
  const of = (bits: number) => counts.sorted().filter((count) => count.bits === bits);
  expect(of(5)).toEqual([
    { bits: 5, block: 0, count: 2, places: 2 ** 1 + 2 ** 31 },
    { bits: 5, block: 1, count: 1, places: 1 },
    { bits: 5, block: 255, count: 1, places: 2 ** 31 },
    { bits: 5, block: 256, count: 1, places: 1 },
  ]);
  expect(of(13)).toEqual([
    { bits: 13, block: 0, count: 4, places: 0 },
    { bits: 13, block: 1, count: 1, places: 0 },
  ]);
  expect(of(45)).toEqual([{ bits: 45, block: 0, count: 5, places: 0 }]);
});

it('takes positions up to the largest', () => {
  const counts = new EventCounts();
  counts.add(Number.MAX_SAFE_INTEGER);
  expect(counts.sorted().map(({ block, places }) => [block, places])).toContainEqual([2 ** 48 - 1, 2 ** 31]);
});

it.each([
  [0, 0],
  [1, 1],
  [2 ** 31, 1],
  [2 ** 32 - 1, 32],
])('%s has %s bits', (places, count) => expect(bitsIn(places)).toBe(count));
