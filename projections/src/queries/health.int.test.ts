import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { partitionOf } from '@ledgate/domain/events/partition-of';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { HEALTH_EVENTS_MAX } from '../limits.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { livePosition, readModelHealth } from './health.ts';

const PARTITIONS = 4;
const WAIT_MS = 40_000;
const SECOND_MS = 1_000;
jest.setTimeout(60_000);

describe('the health of read models', () => {
  let world: RunnerWorld;
  let appends = 0;
  beforeEach(async () => {
    appends = 0;
    // Each event is appended a second after the one before.
    world = await runnerWorld(PARTITIONS, new MemoryEventStore(() => SECOND_MS * (appends += 1)));
  });
  afterEach(() => world.close());

  /** Each partition stands where it is told to. */
  const standAt = async (positions: readonly number[]): Promise<void> => {
    const feed = new PartitionedFeed(world.store, { partitions: PARTITIONS, batchEvents: 100 });
    positions.forEach((position, partition) => feed.hold(partition, position));
    const runner = world.start(feed, world.store);
    for (const [partition, position] of positions.entries()) {
      expect(await runner.waitFor(position as Position, WAIT_MS, { partition, partitions: PARTITIONS })).toBe(true);
    }
  };

  it('tells of each partition how many of its events are to come, and since when', async () => {
    await writeBusyLedger(world.store, { accounts: 8, tills: 1 });
    const head = await world.store.head();
    expect(head).toBeLessThan(HEALTH_EVENTS_MAX);
    const positions = [head, 10, head - 5, 30];
    await standAt(positions);
    const events = await world.store.readAll(START, head);
    const nowMs = SECOND_MS * (appends + 7);
    const { partitions, ...all } = await readModelHealth(world.pool, world.store, nowMs);
    expect(all).toEqual({ generation: 1, position: 10, head, behind: head - 10 });
    expect(await livePosition(world.pool)).toBe(10);
    expect(partitions).toEqual(
      positions.map((position, partition) => {
        const toCome = events.filter(
          (event) => event.position > position && partitionOf(event, PARTITIONS) === partition,
        );
        const [oldest] = toCome;
        return {
          partition,
          position,
          behind: toCome.length,
          lagSeconds: oldest === undefined ? 0 : (nowMs - Date.parse(oldest.recordedAt)) / SECOND_MS,
        };
      }),
    );
    expect(partitions[0]).toMatchObject({ behind: 0, lagSeconds: 0 });
    expect(partitions[1]?.lagSeconds).toBeGreaterThan(7);
  });

  it('does not count what is too much to look at, and tells at most how old it is', async () => {
    await writeBusyLedger(world.store, { accounts: 60, tills: 2 });
    const head = await world.store.head();
    expect(head).toBeGreaterThan(HEALTH_EVENTS_MAX + 40);
    await standAt([head, 0, head - 20, 0]);
    const nowMs = SECOND_MS * (appends + 1);
    const { partitions } = await readModelHealth(world.pool, world.store, nowMs);
    expect(partitions.map(({ behind }) => behind)).toEqual([undefined, undefined, undefined, undefined]);
    expect(partitions[0]?.lagSeconds).toBe(0);
    const nextMs = Date.parse((await world.store.readAll((head - 20) as Position, 1))[0]?.recordedAt ?? '');
    expect(partitions[2]?.lagSeconds).toBe((nowMs - nextMs) / SECOND_MS);
    expect(partitions[1]?.lagSeconds).toBeGreaterThan(partitions[2]?.lagSeconds ?? 0);
  });
});
