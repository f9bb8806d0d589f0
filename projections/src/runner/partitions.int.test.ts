import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FeedRefused } from '@ledgate/domain/ports/event-feed';
import { type Position, START } from '@ledgate/domain/ports/event-store';
import { quota } from '@ledgate/domain/shared/quota';
import type { LeaseId, TillId } from '@ledgate/domain/shared/ids';
import { balanceOf } from '../queries/balances.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import type { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed } from '../testing/partitioned-feed.ts';
import { behind, runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { ALICE, SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { storeFeed } from '../testing/store-feed.ts';
import { partitionOfStream } from './partition.ts';

const PARTITIONS = 12;
const LONG_MS = 60_000;
// Each test makes a database of its own, on a machine that may be busy.
jest.setTimeout(90_000);

const of = (stream: string) => partitionOfStream(stream, PARTITIONS);

const soon = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 20);
  });

describe('the runner on a feed of several partitions', () => {
  let world: RunnerWorld;
  beforeEach(async () => {
    world = await runnerWorld(PARTITIONS);
  });
  afterEach(() => world.close());

  const writeLedgers = async (): Promise<LedgerWriter> => {
    const writer = await writeSampleLedger(world.store);
    await writeBusyLedger(world.store);
    return writer;
  };
  const openTill = (writer: LedgerWriter, till: string): Promise<Position> =>
    writer.append(`till-${till}`, Date.now(), {
      type: 'TillOpened',
      data: { tillId: till as TillId, relayId: 'relay-1', openedAtMs: 1 },
    });
  /** An event that no decider writes: a lease granted by a till. */
  const writeRefused = (writer: LedgerWriter, till: string): Promise<Position> =>
    writer.append(`till-${till}`, SAMPLE_START_MS, {
      type: 'LeaseGranted',
      data: { leaseId: 'x' as LeaseId, tillId: 'x' as TillId, tokenId: null, amount: quota(1) },
    });

  it('makes the same of a ledger as on one partition, and the books are true', async () => {
    await writeLedgers();
    // Neither all at once nor one by one.
    await world.caughtUp(world.start(new PartitionedFeed(world.store, { paceMs: 1 })));
    expect(await world.contents()).toEqual(await world.contentsOfOne());
    expect(await world.findings()).toEqual([]);
  });

  it('stands with an alarm while the feed is refused, which stays over new tries, and goes on when it is not any more', async () => {
    await writeLedgers();
    const source = new PartitionedFeed(world.store);
    let tries = 0;
    let refused = true;
    const runner = world.start({
      partitions: PARTITIONS,
      async *batches(after, options) {
        tries += 1;
        if (refused) throw new FeedRefused('the topic has other partitions');
        yield* source.batches(after, options);
      },
    });
    while (runner.alarm() === undefined) await soon();
    const [told] = runner.alarms();
    while (tries < 2) await soon();
    expect(runner.alarms()).toEqual([
      { ...told, message: 'the topic has other partitions', partition: undefined, event: undefined },
    ]);
    refused = false;
    while (runner.alarm() !== undefined) await soon();
    await world.caughtUp(runner);
    expect(runner.alarms()).toEqual([]);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
  });

  it('has every effect once however often batches come', async () => {
    await writeLedgers();
    await world.caughtUp(
      world.start(storeFeed(world.store, { partitions: PARTITIONS, batchEvents: 20, repeat: 2, overlap: 15 })),
    );
    expect(await world.contents()).toEqual(await world.contentsOfOne());
  });

  it('brings partitions without events to the head, with a lag that is a number', async () => {
    const writer = await writeSampleLedger(world.store);
    const runner = world.start(new PartitionedFeed(world.store));
    await world.caughtUp(runner);
    const head = await world.store.head();
    expect(await world.checkpoints()).toEqual(Array.from({ length: PARTITIONS }, () => head));
    expect(runner.progress().map(({ position }) => position)).toEqual(Array.from({ length: PARTITIONS }, () => head));
    // And again in silence: of what comes last only one partition has an event.
    const last = await openTill(writer, 'more');
    await world.caughtUp(runner);
    expect(await world.checkpoints()).toEqual(Array.from({ length: PARTITIONS }, () => last));
    const lags = runner
      .progress()
      .filter(({ partition }) => partition !== of('till-more').partition)
      .map(({ lagMs }) => lagMs);
    expect([runner.lag() >= 0, ...new Set(lags)]).toEqual([true, 0]);
  });

  describe('that leaves something out of some partitions', () => {
    const leaveOut = async (feed: PartitionedFeed): Promise<void> => {
      for (const stream of ['account-2', 'account-105', 'pricebook']) {
        const events = await world.eventsOf(of(stream).partition, PARTITIONS);
        for (const index of [0, 2, 3, events.length - 1]) feed.leftOut.add(events[index]?.position ?? START);
      }
    };

    it('reads it from the store, and begins nothing anew', async () => {
      const writer = await writeLedgers();
      const feed = new PartitionedFeed(world.store);
      await leaveOut(feed);
      // Of what is left out at the end only the next event tells.
      await openTill(writer, 'more');
      const runner = world.start(feed, world.store);
      await world.caughtUp(runner);
      expect([feed.sessions, runner.alarms()]).toEqual([1, []]);
      expect(await world.contents()).toEqual(await world.contentsOfOne());
    });

    it('begins anew where there is no store, and passes over nothing', async () => {
      const writer = await writeLedgers();
      const feed = new PartitionedFeed(world.store);
      await leaveOut(feed);
      await openTill(writer, 'more');
      const runner = world.start(feed);
      while (feed.sessions < 3) await soon();
      expect(runner.position(of('account-2'))).toBeLessThan(
        (await world.eventsOf(of('account-2').partition, PARTITIONS))[0]?.position ?? 0,
      );
      feed.leftOut.clear();
      await world.caughtUp(runner);
      expect(await world.contents()).toEqual(await world.contentsOfOne());
    });
  });

  describe('whose projection refuses an event', () => {
    it('keeps nothing of the event, though some projections have taken it in', async () => {
      const writer = await writeLedgers();
      // The balances take it, the ledger entries look for the lines of its price.
      const charge = {
        requestId: 'x',
        accountId: ALICE,
        amount: 5,
        tokenId: 0,
        channelId: 1,
        logged: true,
        modelAsked: 'm',
        modelBilled: 'm',
        attempts: [],
        usage: {},
        price: { method: 'parts' },
        interrupted: false,
      };
      await writer.append('till-till-c', SAMPLE_START_MS, { type: 'ConsumptionRecorded', data: charge as never });
      const runner = world.start(new PartitionedFeed(world.store, { batchEvents: 500 }), world.store);
      expect(await runner.waitFor(await world.store.head(), LONG_MS, of('account-2'))).toBe(false);
      expect(runner.alarm()).toMatchObject({
        partition: of('account-2').partition,
        event: { stream: 'till-till-c', type: 'ConsumptionRecorded' },
      });
      expect((await balanceOf(world.pool, ALICE)).balance).toBe(5_182);
      expect(await world.findings()).toEqual([
        expect.stringMatching(/^event till-till-c@\d+ \(ConsumptionRecorded\): expected data of its type/),
      ]);
    });

    it('stops that partition with an alarm that names it, just before the event, and the others go on', async () => {
      const writer = await writeLedgers();
      const before = await openTill(writer, 'refused');
      const refused = await writeRefused(writer, 'refused');
      const feed = new PartitionedFeed(world.store, { batchEvents: 50 });
      const runner = world.start(feed, world.store);
      const head = await world.store.head();
      const stopped = of('till-refused').partition;
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        const reached = await runner.waitFor(head, LONG_MS, { partition, partitions: PARTITIONS });
        expect([partition, reached]).toEqual([partition, partition !== stopped]);
      }
      // Nobody waits for what stands still: this ends long before its time.
      expect(await runner.waitFor(head, 10 * LONG_MS)).toBe(false);
      expect(runner.alarms()).toMatchObject([
        { partition: stopped, event: { position: refused, stream: 'till-refused', type: 'LeaseGranted' } },
      ]);
      expect(runner.alarm()?.message).toMatch(new RegExp(`^partition ${stopped}: ledger entries: `));
      expect(runner.progress()[stopped]).toMatchObject({ position: before, alarm: { partition: stopped } });
      expect((await world.checkpoints())[stopped]).toBe(before);
      expect(feed.sessions).toBe(1);

      // What comes later goes on as well, in the others alone.
      const later = await openTill(writer, 'later');
      expect(of('till-later').partition).not.toBe(stopped);
      expect(await runner.waitFor(later, LONG_MS, of('till-later'))).toBe(true);
      expect((await world.checkpoints())[stopped]).toBe(before);
    });

    it('does the same where only Postgres refuses the rows', async () => {
      await writeSampleLedger(world.store);
      await world.pool.query(`insert into ${READ_MODELS}.price_books values (1, 1, 1, 0, null, '', '[]', '{}')`);
      const runner = world.start(new PartitionedFeed(world.store), world.store);
      const head = await world.store.head();
      const stopped = of('pricebook').partition;
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        expect(await runner.waitFor(head, LONG_MS, { partition, partitions: PARTITIONS })).toBe(partition !== stopped);
      }
      expect(runner.alarms()).toMatchObject([
        { partition: stopped, message: expect.stringContaining('duplicate key') },
      ]);
    });

    it('goes on when another process has brought the partition past the event', async () => {
      const writer = await writeSampleLedger(world.store);
      const refused = await writeRefused(writer, 'refused');
      const feed = new PartitionedFeed(world.store);
      const runner = world.start(feed, world.store);
      expect(await runner.waitFor(refused, LONG_MS, of('till-refused'))).toBe(false);
      // As one would whose projections know the event.
      await world.pool.query(
        `update ${READ_MODELS}.checkpoints set position = ${refused} where partition = ${of('till-refused').partition}`,
      );
      await world.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await openTill(writer, 'refused-next');
      while (runner.alarms().length > 0) await soon();
      await world.caughtUp(runner);
      expect(feed.sessions).toBe(2);
    });
  });

  it('goes on where it was cut off in the middle of a batch', async () => {
    await writeLedgers();
    const feed = new PartitionedFeed(world.store);
    const runner = world.start(feed, world.store);
    await runner.waitFor(40 as Position, LONG_MS, of('account-2'));
    await world.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await world.caughtUp(runner);
    expect(await runner.waitFor(behind(await world.store.head()), 20)).toBe(false);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
  });
});
