import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { TillId } from '@ledgate/domain/shared/ids';
import { ensurePartitions } from '../logs/log-partitions.ts';
import { APPLY_ATTEMPTS_MAX } from '../limits.ts';
import { addGeneration, goLive, liveGeneration } from '../schema/generations.ts';
import { ADVISORY_LOCKS } from '../shared/advisory-locks.ts';
import { inTransaction } from '../shared/database.ts';
import { writeBusyLedger } from '../testing/busy-ledger.ts';
import { LedgerWriter } from '../testing/ledger-writer.ts';
import { PartitionedFeed, type PartitionedFeedOptions } from '../testing/partitioned-feed.ts';
import { runnerWorld, type RunnerWorld } from '../testing/runner-world.ts';
import { SAMPLE_START_MS, writeSampleLedger } from '../testing/sample-ledger.ts';
import { BatchWriter } from './batch-writer.ts';
import { partitionOfStream } from './partition.ts';
import type { Runner } from './runner.ts';
import { watchProgress } from './watch-progress.ts';

const PARTITIONS = 6;
const WAIT_MS = 40_000;
// Each test makes a database of its own, on a machine that may be busy.
jest.setTimeout(90_000);

describe('several projectors on the same read models', () => {
  let world: RunnerWorld;
  beforeEach(async () => {
    world = await runnerWorld(PARTITIONS);
  });
  afterEach(() => world.close());

  const writeLedgers = async (): Promise<void> => {
    await writeSampleLedger(world.store);
    await writeBusyLedger(world.store);
  };
  const partitioned = (batchEvents: number, options: PartitionedFeedOptions = {}): PartitionedFeed =>
    new PartitionedFeed(world.store, { partitions: PARTITIONS, batchEvents, ...options });
  /** Nothing is left to be applied, and nobody has anything against it. */
  const ended = async (runners: readonly Runner[]): Promise<void> => {
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(runners.flatMap((runner) => runner.alarms())).toEqual([]);
    expect(await world.contents()).toEqual(await world.contentsOfOne());
    expect(await world.findings()).toEqual([]);
    // They take their locks in one order, so that none ever waits for the other crosswise.
    expect(
      (await world.pool.query('select deadlocks::int from pg_stat_database where datname = current_database()')).rows,
    ).toEqual([{ deadlocks: 0 }]);
  };

  it('have every effect once when all read every partition', async () => {
    await writeLedgers();
    // At different paces: by twos or threes, some together, all at once.
    const runners = [
      partitioned(2, { paceMs: 1 }),
      partitioned(3, { paceMs: 4 }),
      partitioned(9),
      partitioned(5, { paceMs: 3 }),
    ].map((feed) => world.start(feed, world.store));
    for (const runner of runners) await world.caughtUp(runner);
    await ended(runners);
  });

  it('have every effect once when all are equally far', async () => {
    const runners = [1, 2].map(() => world.start(partitioned(4, { paceMs: 3 }), world.store));
    await writeLedgers();
    for (const runner of runners) await world.caughtUp(runner);
    await ended(runners);
  });

  it('have every effect once when each reads some, while the ledger grows', async () => {
    await writeSampleLedger(world.store);
    const runners = [0, 1, 2].map((own) =>
      world.start(partitioned(5, { paceMs: 1, read: (partition) => partition % 3 === own }), world.store),
    );
    await writeBusyLedger(world.store);
    // Each waits for what the others apply, too.
    await Promise.all(runners.map(world.caughtUp));
    await ended(runners);
  });

  describe('make the table of a month once', () => {
    /** The second to need it begins while the transaction of the first is open, and waits for it. Answers for which lock. */
    const firstAndSecond = async (
      first: (writer: BatchWriter) => Promise<unknown>,
      second: (writer: BatchWriter) => Promise<unknown>,
    ): Promise<string> => {
      const generation = await liveGeneration(world.pool);
      if (generation === undefined) throw new Error('no generation');
      const waiting =
        "select wait_event from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      let waited: string | undefined;
      let other: Promise<unknown> | undefined;
      await inTransaction(world.pool, async (client) => {
        await first(new BatchWriter(client, generation));
        other = inTransaction(world.pool, (own) => second(new BatchWriter(own, { ...generation })));
        // Whether it was refused is asked for at the end.
        other.catch(() => undefined);
        while (waited === undefined) {
          waited = (await world.pool.query<{ wait_event: string }>(waiting)).rows[0]?.wait_event;
          if (waited === undefined)
            await new Promise((resolve) => {
              setTimeout(resolve, 10);
            });
        }
      });
      await other;
      const { rows } = await world.pool.query(
        `select inhrelid::regclass::text as name from pg_inherits
         where inhparent = 'rm_v1.log_rows'::regclass and inhrelid::regclass::text like '%_202___'`,
      );
      expect(rows).toEqual([{ name: 'rm_v1.log_rows_202611' }]);
      return waited ?? '';
    };
    const make = (writer: BatchWriter) => ensurePartitions(writer, [SAMPLE_START_MS]);

    it('whoever is first', async () => {
      expect(await firstAndSecond(make, make)).toBe('advisory');
    });

    it('also beside a process of an earlier release, whose lock is another', async () => {
      const earlier = (writer: BatchWriter) =>
        writer.define(`
          select pg_advisory_xact_lock(${ADVISORY_LOCKS.leaderships}, 1);
          create table @rm.log_rows_202611 (like @rm.log_rows including defaults including constraints);
          alter table @rm.log_rows attach partition @rm.log_rows_202611
            for values from (${Date.UTC(2026, 10)}) to (${Date.UTC(2026, 11)})`);
      expect(await firstAndSecond(earlier, make)).not.toBe('advisory');
    });
  });

  it('try again what Postgres has ended in favour of another transaction, and begin nothing anew', async () => {
    const writer = await writeSampleLedger(world.store);
    const feed = partitioned(1_000);
    const runner = world.start(feed, world.store);
    await world.caughtUp(runner);
    // As often as not enough to give up; a sequence counts on when its transaction is undone.
    await world.pool.query(`create sequence tries;
      create function lose() returns trigger language plpgsql as $$ begin
        if nextval('tries') < ${APPLY_ATTEMPTS_MAX} then raise 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger lose before insert on rm_v1.tills for each statement execute function lose()`);
    await writer.append('till-till-c', SAMPLE_START_MS, {
      type: 'TillFenced',
      data: { by: 'worker-1', reason: 'silent' },
    });
    await world.caughtUp(runner);
    expect([feed.sessions, runner.alarms()]).toEqual([1, []]);
    expect(await world.findings()).toEqual([]);
  });

  describe('who waits', () => {
    const written = async (): Promise<{ readonly till: string; readonly position: Position }[]> => {
      const writer = new LedgerWriter(world.store);
      const tills = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      const found = [];
      for (const till of tills) {
        const position = await writer.append(`till-${till}`, SAMPLE_START_MS, {
          type: 'TillOpened',
          data: { tillId: till as TillId, relayId: 'relay-1', openedAtMs: 1 },
        });
        found.push({ till: `till-${till}`, position });
      }
      return found;
    };
    const of = (stream: string) => partitionOfStream(stream, PARTITIONS);

    it('waits for the partition alone that he wrote to, on whichever process', async () => {
      const places = await written();
      const feed = partitioned(3);
      const held = places.find(({ till }) => of(till).partition !== of('till-a').partition);
      const holding = of(held?.till ?? '');
      feed.hold(holding.partition, (held?.position ?? 1) - 1);
      const runner = world.start(feed, world.store);
      const elsewhere = watchProgress(world.pool);
      for (const progress of [runner, elsewhere]) {
        for (const { till, position } of places) {
          if (of(till).partition === holding.partition) continue;
          expect(await progress.waitFor(position, WAIT_MS, of(till))).toBe(true);
        }
        expect(await progress.waitFor(held?.position ?? (0 as Position), 30, holding)).toBe(false);
        expect(await progress.waitFor(held?.position ?? (0 as Position), 30)).toBe(false);
        // Named among another number of partitions it may stand in any: then all are waited for.
        expect(await progress.waitFor(held?.position ?? (0 as Position), 30, { partition: 0, partitions: 1 })).toBe(
          false,
        );
        expect(progress.partitions()).toBe(PARTITIONS);
      }
      const waiting = [runner, elsewhere].map((progress) =>
        progress.waitFor(held?.position ?? (0 as Position), WAIT_MS, holding),
      );
      feed.release();
      expect(await Promise.all(waiting)).toEqual([true, true]);
      await elsewhere.stop();
    });

    it('in vain is told of what has moved since when he asks again, also when he does not wait', async () => {
      const [place] = await written();
      if (place === undefined) throw new Error('nothing written');
      const feed = partitioned(3);
      feed.hold(of(place.till).partition, place.position - 1);
      world.start(feed, world.store);
      const elsewhere = watchProgress(world.pool);
      expect(await elsewhere.waitFor(place.position, 20, of(place.till))).toBe(false);
      feed.release();
      while (!(await elsewhere.waitFor(place.position, 0, of(place.till))))
        await new Promise((resolve) => {
          setTimeout(resolve, 10);
        });
      await elsewhere.stop();
    });

    it('waits anew for read models that stand before those it knew', async () => {
      const places = await written();
      const runner = world.start(partitioned(3), world.store);
      await world.caughtUp(runner);
      const elsewhere = watchProgress(world.pool);
      const head = await world.store.head();
      expect(await elsewhere.waitFor(head, WAIT_MS)).toBe(true);
      await runner.stop();
      await inTransaction(world.pool, async (client) => goLive(client, await addGeneration(client, PARTITIONS)));
      expect(await elsewhere.waitFor((head + 1) as Position, 0)).toBe(false);
      expect([elsewhere.position(), elsewhere.partitions()]).toEqual([0, PARTITIONS]);
      const waiting = elsewhere.waitFor(places[0]?.position ?? head, WAIT_MS, of('till-a'));
      world.start(partitioned(3), world.store);
      expect(await waiting).toBe(true);
      await elsewhere.stop();
    });

    it('learns it also where another process applies the partition', async () => {
      const own = of('till-a').partition;
      const others = world.start(partitioned(3, { read: (partition) => partition !== own }), world.store);
      const mine = world.start(partitioned(3, { read: (partition) => partition === own }), world.store);
      for (const { till, position } of await written()) {
        expect(await mine.waitFor(position, WAIT_MS, of(till))).toBe(true);
        expect(await others.waitFor(position, WAIT_MS, of(till))).toBe(true);
      }
    });
  });
});
