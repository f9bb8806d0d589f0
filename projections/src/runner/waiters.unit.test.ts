import { describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { EVERYTHING } from './partition.ts';
import { Waiters } from './waiters.ts';

const LONG_MS = 60_000;
const at = (position: number) => position as Position;
const third = (partition: number) => ({ partition, partitions: 3 });

function waitersAt(...positions: readonly number[]): Waiters {
  const waiters = new Waiters();
  waiters.become(positions.map(at));
  return waiters;
}

describe('who waits for a position', () => {
  it('of one partition waits for that one, of none, or of one among another number, for all', async () => {
    const waiters = waitersAt(5, 9, 7);
    expect([0, 1, 2].map((partition) => waiters.position(third(partition)))).toEqual([5, 9, 7]);
    expect([
      waiters.position(),
      waiters.position(EVERYTHING),
      waiters.position({ partition: 1, partitions: 12 }),
    ]).toEqual([5, 5, 5]);
    const [own, all, others] = [
      waiters.waitFor(at(10), LONG_MS, third(1)),
      waiters.waitFor(at(10), LONG_MS),
      waiters.waitFor(at(10), LONG_MS, EVERYTHING),
    ];
    waiters.moveTo(at(10), third(1));
    expect(await own).toBe(true);
    waiters.moveTo(at(10), third(0));
    expect(await waiters.waitFor(at(10), 0)).toBe(false);
    waiters.moveTo(at(12), third(2));
    expect(await Promise.all([all, others])).toEqual([true, true]);
  });

  it('is told of what others have seen, which never goes back', async () => {
    const waiters = waitersAt(5, 9, 7);
    const waiting = waiters.waitFor(at(8), LONG_MS, third(2));
    waiters.see([4, 4, 8].map(at));
    expect(await waiting).toBe(true);
    expect([0, 1, 2].map((partition) => waiters.position(third(partition)))).toEqual([5, 9, 8]);
  });

  it('goes on waiting, for all, when there are other partitions from now on', async () => {
    const waiters = waitersAt(5, 9, 7);
    const waiting = waiters.waitFor(at(10), LONG_MS, third(0));
    waiters.see([11, 8].map(at));
    // Said by somebody who does not know it yet.
    waiters.moveTo(at(20), third(1));
    expect([waiters.partitions, waiters.position()]).toEqual([2, 8]);
    waiters.moveTo(at(10), { partition: 1, partitions: 2 });
    expect(await waiting).toBe(true);
  });

  it('does not wait for a partition that stands, until it is seen to move', async () => {
    const waiters = waitersAt(5, 9, 7);
    const [own, all, other] = [
      waiters.waitFor(at(10), LONG_MS, third(0)),
      waiters.waitFor(at(10), LONG_MS),
      waiters.waitFor(at(10), LONG_MS, third(1)),
    ];
    waiters.stand(0);
    expect(await Promise.all([own, all])).toEqual([false, false]);
    expect(await waiters.waitFor(at(6), LONG_MS, third(0))).toBe(false);
    expect(await waiters.waitFor(at(5), LONG_MS)).toBe(true);
    waiters.moveTo(at(10), third(1));
    expect(await other).toBe(true);
    waiters.see([6, 9, 7].map(at));
    const again = waiters.waitFor(at(7), LONG_MS, third(0));
    waiters.moveTo(at(7), third(0));
    expect(await again).toBe(true);
  });

  it('waits for nothing beyond his time, and in vain when all is over', async () => {
    const waiters = waitersAt(5);
    expect(await waiters.waitFor(at(6), 5)).toBe(false);
    const waiting = waiters.waitFor(at(6), LONG_MS);
    waiters.endAll();
    expect(await waiting).toBe(false);
  });
});
