import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@ledgate/domain/ports/log';
import { PARTITIONS_MAX } from '../limits.ts';
import { partitionOfStream } from '../runner/partition.ts';
import { addGeneration, liveGeneration, migrateReadModels } from '../schema/generations.ts';
import { checkPartitions, PartitionsDiffer } from '../schema/partitions.ts';
import { GENERATION_SHAPE, READ_MODELS } from '../schema/shape.ts';
import { asOfRelease } from '../testing/as-of-release.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { ALICE, cleanLogs, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { rebuild } from './rebuild.ts';
import { succeed } from './succession.ts';

const WAIT_MS = 40_000;
// Each test makes a database of its own, on a machine that may be busy.
jest.setTimeout(90_000);

const soon = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 20);
  });

describe('read models of another number of partitions', () => {
  let world: RunnerWorld;
  let writer: LedgerWriter;
  beforeEach(async () => {
    world = await runnerWorld(1);
    writer = await writeSampleLedger(world.store);
    await writeBusyLedger(world.store);
  });
  afterEach(() => world.close());

  const rebuilt = (partitions?: number) =>
    rebuild({
      store: world.store,
      pool: world.pool,
      log: silentLog,
      ...(partitions === undefined ? {} : { partitions }),
    });
  /** As if it had been made by the release before, and this one's projector had started. */
  const succeeded = async (): Promise<void> => {
    await asOfRelease(world.pool, GENERATION_SHAPE - 1);
    await succeed({
      store: world.store,
      pool: world.pool,
      log: silentLog,
      shape: GENERATION_SHAPE,
      signal: new AbortController().signal,
    });
  };
  const feedOf = (partitions: number): PartitionedFeed => new PartitionedFeed(world.store, { partitions });

  it('hold the same: from one to twelve partitions and back', async () => {
    await world.caughtUp(world.start(storeFeed(world.store)));
    const contents = await world.contents();
    const head = await world.store.head();
    expect(await rebuilt(12)).toEqual({ generation: 2, position: head });
    expect(await liveGeneration(world.pool)).toEqual({
      number: 2,
      schema: 'rm_v2',
      partitions: 12,
      shape: GENERATION_SHAPE,
    });
    expect(await world.checkpoints()).toEqual(Array.from({ length: 12 }, () => head));
    expect([await world.contents(), await world.findings()]).toEqual([contents, []]);

    expect(await rebuilt(1)).toEqual({ generation: 3, position: head });
    expect(await world.checkpoints()).toEqual([head]);
    expect([await world.contents(), await world.findings()]).toEqual([contents, []]);
  });

  it('stay as many when no number is named, also when a release brings other tables', async () => {
    await rebuilt(5);
    await rebuilt();
    expect((await liveGeneration(world.pool))?.partitions).toBe(5);
    const before = await world.checkpoints();
    await asOfRelease(world.pool, GENERATION_SHAPE - 1);
    await migrateReadModels(world.pool, 3);
    expect(await liveGeneration(world.pool)).toMatchObject({ number: 3, partitions: 5 });
    await world.caughtUp(world.start(feedOf(5), world.store));
    expect(await liveGeneration(world.pool)).toEqual({
      number: 4,
      schema: 'rm_v4',
      partitions: 5,
      shape: GENERATION_SHAPE,
    });
    expect(await world.checkpoints()).toEqual(before);
  });

  it('take over from the projectors of a feed that has no longer as many, which stand and say why, and go on when it has again', async () => {
    const one = world.start(storeFeed(world.store));
    const twelve = world.start(feedOf(12), world.store);
    await world.caughtUp(one);
    while (twelve.alarm() === undefined) await soon();
    expect(twelve.alarm()).toMatchObject({
      partition: undefined,
      message: expect.stringContaining(
        "filled from a feed of one partition, and this configuration's feed has 12 partitions: run `npm run rebuild`",
      ),
    });

    await rebuilt(12);
    await cleanLogs(writer, SAMPLE_START_MS);
    while (one.alarm() === undefined || twelve.alarm() !== undefined) await soon();
    await world.caughtUp(twelve);
    expect(await one.waitFor(await world.store.head(), 30)).toBe(false);
    expect(await world.findings()).toEqual([]);

    await rebuilt(1);
    await cleanLogs(writer, SAMPLE_START_MS + 1);
    while (one.alarm() !== undefined) await soon();
    await world.caughtUp(one);
    expect(await world.findings()).toEqual([]);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
  });

  it.each([
    ['was rebuilt', () => rebuilt()],
    ['was succeeded by a release', () => succeeded()],
  ])('go on in a partition that a fault in the tables had stopped when what was live %s', async (_how, replaced) => {
    await world.pool.query(`insert into ${READ_MODELS}.code_states values (1, 1, 1, 0, 0, 1, 0)`);
    const runner = world.start(storeFeed(world.store));
    expect(await runner.waitFor(await world.store.head(), WAIT_MS)).toBe(false);
    expect(runner.alarm()).toMatchObject({ partition: 0, message: expect.stringMatching(/^duplicate key/) });
    await replaced();
    while (runner.alarm() !== undefined) await soon();
    await world.caughtUp(runner);
    expect(await world.findings()).toEqual([]);
  });

  it('never show less than the partitions that were furthest', async () => {
    await rebuilt(4);
    const held = partitionOfStream(`account-${ALICE}`, 4).partition;
    const before = await world.store.head();
    const feed = feedOf(4);
    feed.hold(held, before);
    const runner = world.start(feed, world.store);
    await cleanLogs(writer, SAMPLE_START_MS);
    const head = await world.store.head();
    for (let partition = 0; partition < 4; partition += 1)
      if (partition !== held) expect(await runner.waitFor(head, WAIT_MS, { partition, partitions: 4 })).toBe(true);
    expect((await world.checkpoints())[held]).toBe(before);
    // To the builder the ledger ends where it did before, as one whose head was read a moment too early.
    const early = {
      head: async () => before,
      readStream: (...page: Parameters<typeof world.store.readStream>) => world.store.readStream(...page),
      readAll: (...page: Parameters<typeof world.store.readAll>) => world.store.readAll(...page),
    };
    expect(await rebuild({ store: early, pool: world.pool, log: silentLog, partitions: 3 })).toEqual({
      generation: 3,
      position: head,
    });
    expect(await world.checkpoints()).toEqual([head, head, head]);
    expect(await world.findings()).toEqual([]);
  });

  it('are refused at a start whose feed has another number, with what to do', async () => {
    await checkPartitions(world.pool, 1);
    await rebuilt(12);
    await checkPartitions(world.pool, 12);
    const refused = checkPartitions(world.pool, 1);
    await expect(refused).rejects.toThrow(PartitionsDiffer);
    await expect(refused).rejects.toThrow(
      "filled from a feed of 12 partitions, and this configuration's feed has one partition: run `npm run rebuild` with this configuration",
    );
  });

  it.each([0, -1, 1.5, PARTITIONS_MAX + 1])('cannot be %p', async (partitions) => {
    await expect(addGeneration(world.pool, partitions)).rejects.toThrow(RangeError);
    await expect(rebuilt(partitions)).rejects.toThrow(`from 1 to ${PARTITIONS_MAX} are possible`);
  });

  it('are one where an earlier release did not say', async () => {
    await world.pool.query(
      'drop sequence readmodel.generation_numbers; alter table readmodel.generations drop column partitions',
    );
    await migrateReadModels(world.pool, 7);
    expect(await liveGeneration(world.pool)).toEqual({
      number: 1,
      schema: 'rm_v1',
      partitions: 1,
      shape: GENERATION_SHAPE,
    });
  });
});
