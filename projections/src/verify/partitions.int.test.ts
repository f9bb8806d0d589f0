import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { LeaseId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { partitionOfStream } from '../runner/partition.ts';
import type { Runner } from '../runner/runner.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { BOB, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { withoutEvent } from '../testing/without-event.ts';
import { findingText } from './finding.ts';
import { verify, type VerifyProgress } from './verify.ts';

const PARTITIONS = 6;
const CUTS = 12;
const WAIT_MS = 40_000;
const BOBS = partitionOfStream(accountStream(BOB), PARTITIONS);
// Each test makes a database of its own, on a machine that may be busy.
jest.setTimeout(90_000);

describe('verify while partitions are not equally far', () => {
  let world: RunnerWorld;
  let writer: LedgerWriter;
  let feed: PartitionedFeed;
  let runner: Runner;
  beforeEach(async () => {
    world = await runnerWorld(PARTITIONS);
    writer = await writeSampleLedger(world.store);
    await writeBusyLedger(world.store, { accounts: 12 });
    feed = new PartitionedFeed(world.store, { partitions: PARTITIONS, batchEvents: 20 });
  });
  afterEach(() => world.close());

  const start = (): void => {
    runner = world.start(feed, world.store);
  };
  /** Each partition stands where it is told to, and nowhere else. */
  const cutAt = async (positions: readonly number[]): Promise<void> => {
    positions.forEach((position, partition) => feed.hold(partition, position));
    for (const [partition, position] of positions.entries()) {
      expect(await runner.waitFor(position as Position, WAIT_MS, { partition, partitions: PARTITIONS })).toBe(true);
    }
    expect(await world.checkpoints()).toEqual(positions);
  };
  const all = (position: number): number[] => Array.from({ length: PARTITIONS }, () => position);
  const except = (position: number, partition: number, other: number): number[] => all(position).with(partition, other);
  const findings = async (store: Parameters<typeof verify>[0]['store'] = world.store): Promise<readonly string[]> =>
    (await verify({ store, pool: world.pool })).map(findingText);

  it('finds nothing in true books, wherever each partition stands', async () => {
    const head = await world.store.head();
    let positions = all(0);
    positions.forEach((position, partition) => feed.hold(partition, position));
    start();
    const random = new Random(7);
    for (let cut = 1; cut <= CUTS; cut += 1) {
      positions = positions.map((position) => random.whole(position, Math.ceil((head * cut) / CUTS)));
      await cutAt(positions);
      expect([positions, await world.findings()]).toEqual([positions, []]);
    }
  });

  it('finds nothing while the partitions move under it', async () => {
    start();
    let reached = false;
    const moving = world.caughtUp(runner).then(() => {
      reached = true;
    });
    do expect(await findings()).toEqual([]);
    while (!reached);
    await moving;
  });

  it('tells up to where all partitions are compared: no further than the one that is furthest behind', async () => {
    const head = await world.store.head();
    start();
    await cutAt(except(head, BOBS.partition, 5));
    const told: VerifyProgress[] = [];
    await verify({ store: world.store, pool: world.pool, onProgress: (progress) => void told.push(progress) });
    expect(told.at(-1)).toEqual({ position: head, upTo: head, comparedUpTo: 5 });
  });

  it('names a row of an event that its partition has not come to, and a row that lacks of one it has passed', async () => {
    const head = await world.store.head();
    const [first, second] = (await world.eventsOf(BOBS.partition, PARTITIONS))
      .filter(({ type }) => type === 'ConsumptionRecorded')
      .map(({ position }) => position);
    feed.hold(BOBS.partition, (second ?? 1) - 1);
    start();
    await cutAt(except(head, BOBS.partition, (second ?? 1) - 1));
    await world.pool.query(`update ${READ_MODELS}.log_rows set position = ${second} where position = ${first}`);
    const found = await findings();
    expect(found).toContainEqual(
      expect.stringMatching(
        new RegExp(`^log row position ${first} \\(.*\\) of account ${BOB}: expected a row, seen none`),
      ),
    );
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`^log row position ${second} .*: expected none: no event says so`)),
    );
  });

  it('names a lease settled for something else though its partition has not come to it: the ledger itself is not true', async () => {
    const before = await world.store.head();
    await writer.append(accountStream(BOB), SAMPLE_START_MS, {
      type: 'LeaseSettled',
      data: { leaseId: 'till-c-3' as LeaseId, consumed: quota(81), byToken: { 12: quota(81) } },
    });
    const head = await world.store.head();
    feed.hold(BOBS.partition, before);
    start();
    await cutAt(except(head, BOBS.partition, before));
    expect(await findings()).toEqual(['lease till-c-3 settled: expected 80, as its till says, seen 81']);
  });

  it('names an event that was deleted where only one partition had come to', async () => {
    const head = await world.store.head();
    const [last] = (await world.eventsOf(BOBS.partition, PARTITIONS)).slice(-1);
    const position = last?.position ?? 0;
    positionsUpTo(position - 1);
    feed.hold(BOBS.partition, position);
    start();
    await cutAt(except(position - 1, BOBS.partition, position));
    expect(head).toBeGreaterThan(position);
    expect(await findings(withoutEvent(world.store, position))).toContainEqual(
      `event position ${position}: expected an event, seen none`,
    );
  });

  it('names a checkpoint that is missing or one too many', async () => {
    start();
    await world.caughtUp(runner);
    await runner.stop();
    await world.pool.query(`update rm_v1.checkpoints set partition = ${PARTITIONS} where partition = 0`);
    const found = await findings();
    expect(found).toContainEqual('checkpoint of partition 0: expected a row, seen none');
    expect(found).toContainEqual(
      `checkpoint of partition ${PARTITIONS}: expected none: there are ${PARTITIONS} partitions, seen a row`,
    );
  });

  function positionsUpTo(position: number): void {
    all(position).forEach((each, partition) => feed.hold(partition, each));
  }
});
