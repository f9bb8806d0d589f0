import { describe, expect, it } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import { EVERYTHING, type Partition, type Written } from '@ledgate/projections/runner/partition';
import { Waiters } from '@ledgate/projections/runner/waiters';
import { WaitingReads } from './waiting-reads.ts';

const at = (position: number) => position as Position;
const everything = (position: number): readonly Written[] => [{ ...EVERYTHING, position: at(position) }];
const written = (position: number, partition: number, partitions = 3): Written => ({
  partition,
  partitions,
  position: at(position),
});

/** Read models that stand where they are put; who waits for them learns at once whether it is in vain. */
function readModelsAt(...positions: readonly number[]) {
  const waiters = new Waiters();
  const waitedFor: (number | undefined)[] = [];
  const put = (...moved: readonly number[]): void => waiters.become(moved.map(at));
  put(...positions);
  return {
    put,
    waitedFor,
    waitFor: async (wanted: Position, timeoutMs: number, of?: Partition) => {
      if (timeoutMs > 0) waitedFor.push(of?.partition);
      return waiters.waitFor(wanted, 0, of);
    },
    position: (of?: Partition) => waiters.position(of),
    partitions: () => waiters.partitions,
  };
}

describe('WaitingReads', () => {
  it('does not wait for a session that wrote nothing', async () => {
    const readModels = readModelsAt(0);
    expect(await new WaitingReads(readModels).caughtUp('one', [])).toBe(true);
    expect(readModels.waitedFor).toEqual([]);
  });

  it('waits once, then not again until the read models have moved', async () => {
    const readModels = readModelsAt(5);
    const reads = new WaitingReads(readModels);
    expect(await reads.caughtUp('one', everything(9))).toBe(false);
    expect(await reads.caughtUp('one', everything(9))).toBe(false);
    expect(readModels.waitedFor).toHaveLength(1);

    readModels.put(6);
    expect(await reads.caughtUp('one', everything(9))).toBe(false);
    expect(readModels.waitedFor).toHaveLength(2);

    readModels.put(9);
    expect(await reads.caughtUp('one', everything(9))).toBe(true);
  });

  it('keeps the time-outs of sessions apart', async () => {
    const readModels = readModelsAt(5);
    const reads = new WaitingReads(readModels);
    await reads.caughtUp('one', everything(9));
    await reads.caughtUp('other', everything(9));
    expect(readModels.waitedFor).toHaveLength(2);
  });

  it('waits for the partitions that the session wrote to, and for no other', async () => {
    const readModels = readModelsAt(0, 5, 9);
    expect(await new WaitingReads(readModels).caughtUp('one', [written(5, 1), written(7, 2)])).toBe(true);
    expect(await new WaitingReads(readModels).caughtUp('one', [written(6, 1), written(7, 2)])).toBe(false);
    expect(readModels.waitedFor).toEqual([1]);
  });

  it('waits again only when the partition moves that it waited for in vain', async () => {
    const readModels = readModelsAt(0, 5, 9);
    const reads = new WaitingReads(readModels);
    expect(await reads.caughtUp('one', [written(6, 1)])).toBe(false);
    readModels.put(4, 5, 20);
    expect(await reads.caughtUp('one', [written(6, 1)])).toBe(false);
    expect(readModels.waitedFor).toEqual([1]);
    readModels.put(4, 6, 20);
    expect(await reads.caughtUp('one', [written(6, 1)])).toBe(true);
  });

  it('waits for all partitions when there are others than when it was written', async () => {
    const readModels = readModelsAt(9, 5, 9);
    const reads = new WaitingReads(readModels);
    expect(await reads.caughtUp('one', everything(6))).toBe(false);
    expect(await reads.caughtUp('two', [written(6, 0, 12)])).toBe(false);
    readModels.put(9, 6, 9);
    expect(await reads.caughtUp('one', everything(6))).toBe(true);
    expect(await reads.caughtUp('two', [written(6, 0, 12)])).toBe(true);
  });

  it('waits for the head in every partition, then no more in one that stands still, whoever asks', async () => {
    const readModels = readModelsAt(3, 9, 5);
    const reads = new WaitingReads(readModels);
    expect(await reads.reachedHead(at(9))).toBe(false);
    expect(readModels.waitedFor).toEqual([0, 2]);
    expect([await reads.reachedHead(at(9)), await reads.reachedHead(at(12))]).toEqual([false, false]);
    expect(readModels.waitedFor).toEqual([0, 2, 1]);

    readModels.put(3, 20, 6);
    expect(await reads.reachedHead(at(20))).toBe(false);
    expect(readModels.waitedFor).toEqual([0, 2, 1, 2]);
    readModels.put(7, 20, 20);
    expect(await reads.reachedHead(at(20))).toBe(false);
    expect(readModels.waitedFor).toEqual([0, 2, 1, 2, 0]);
    readModels.put(20, 20, 20);
    expect(await reads.reachedHead(at(20))).toBe(true);
    expect(readModels.waitedFor).toHaveLength(5);
  });

  it('waits for the head where there is but one partition, and again when it has moved', async () => {
    const readModels = readModelsAt(3);
    const reads = new WaitingReads(readModels);
    for (let round = 0; round < 3; round += 1) expect(await reads.reachedHead(at(5))).toBe(false);
    expect(readModels.waitedFor).toEqual([0]);
    readModels.put(4);
    expect(await reads.reachedHead(at(5))).toBe(false);
    expect(readModels.waitedFor).toEqual([0, 0]);
  });

  it('tells where something was written by the partitions of now', () => {
    expect(new WaitingReads(readModelsAt(0)).written('account-7', at(3))).toEqual(everything(3)[0]);
    expect(
      new WaitingReads(readModelsAt(...Array.from({ length: 12 }, () => 0))).written('account-7', at(3)),
    ).toMatchObject({ partitions: 12, position: 3 });
  });
});
