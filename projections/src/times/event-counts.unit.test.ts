import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import { describe, expect, it } from '@jest/globals';
import { bitsIn, EventCounts } from './event-counts.ts';

const at = (position: number, recordedAtMs = 0, stream = 'account-2') => ({
  stream,
  position: position as Position,
  recordedAtMs,
});

describe('events by blocks', () => {
  it('are counted, and of the smallest it is told where they are', () => {
    const counts = new EventCounts();
    for (const position of [1, 31, 32, 8_191, 8_192]) counts.add(at(position), undefined);
    const of = (wanted: number) =>
      counts
        .sorted()
        .filter(({ bits }) => bits === wanted)
        .map(({ block, count, places }) => ({ block, count, places }));
    expect(of(5)).toEqual([
      { block: 0, count: 2, places: 2 ** 1 + 2 ** 31 },
      { block: 1, count: 1, places: 1 },
      { block: 255, count: 1, places: 2 ** 31 },
      { block: 256, count: 1, places: 1 },
    ]);
    expect(of(13)).toEqual([
      { block: 0, count: 4, places: 0 },
      { block: 1, count: 1, places: 0 },
    ]);
    expect(of(45)).toEqual([{ block: 0, count: 5, places: 0 }]);
  });

  it('have the latest times, whatever the order of clocks, and of those that post nothing no beginning', () => {
    const counts = new EventCounts();
    counts.add(at(1, 50), 40);
    counts.add(at(2, 70), undefined);
    counts.add(at(3, 60), 30);
    counts.add(at(40, 90), undefined);
    expect(
      counts
        .sorted()
        .slice(0, 3)
        .map(({ bits, block, beginsMs, recordedMs }) => [bits, block, beginsMs, recordedMs]),
    ).toEqual([
      [5, 0, 40, 70],
      [5, 1, null, 90],
      [13, 0, 40, 90],
    ]);
  });

  it('have no index of a seal, and its time', () => {
    const counts = new EventCounts();
    counts.add(at(4, 7, SEAL_STREAM), undefined);
    expect(counts.sorted()[0]).toEqual({ bits: 5, block: 0, count: 0, places: 0, beginsMs: null, recordedMs: 7 });
  });

  it('take positions up to the largest', () => {
    const counts = new EventCounts();
    counts.add(at(Number.MAX_SAFE_INTEGER), undefined);
    expect(counts.sorted().map(({ block, places }) => [block, places])).toContainEqual([2 ** 48 - 1, 2 ** 31]);
  });
});

it.each([
  [0, 0],
  [1, 1],
  [2 ** 31, 1],
  [2 ** 32 - 1, 32],
])('%s has %s bits', (places, count) => expect(bitsIn(places)).toBe(count));
