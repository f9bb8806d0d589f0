import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, type RecordedEvent, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { READ_MODELS } from '../schema/shape.ts';
import type { Database } from '../shared/database.ts';
import { type Runner, type RunnerOptions, startRunner } from '../runner/runner.ts';
import { findingText } from '../verify/finding.ts';
import { verify } from '../verify/verify.ts';
import { contentsOf } from './contents.ts';
import { readModelDatabase } from './read-model-database.ts';
import { storeFeed } from './store-feed.ts';
import { systemClock } from './system-clock.ts';

const WAIT_MS = 40_000;
const LEDGER_EVENTS_MAX = 100_000;

/** Read models of some partitions over a ledger in memory, and the runners that fill them; for integration tests. */
export type RunnerWorld = {
  readonly pool: Database;
  readonly store: MemoryEventStore;
  /**
   * @param gaps where what the feed leaves out is read
   * @param others of another release than this, or with another ledger to fill the next generation from
   */
  start(
    feed: EventFeed,
    gaps?: Pick<EventStore, 'readAll'>,
    others?: Partial<Pick<RunnerOptions, 'shape' | 'ledger' | 'log'>>,
  ): Runner;
  /** Until everything that is in the ledger now can be read. */
  caughtUp(runner: Runner): Promise<void>;
  checkpoints(): Promise<readonly number[]>;
  /** The events of one of so many partitions. */
  eventsOf(partition: number, partitions: number): Promise<readonly RecordedEvent[]>;
  contents(): Promise<readonly string[]>;
  /** What read models of one partition make of the same ledger. */
  contentsOfOne(): Promise<readonly string[]>;
  /** As texts. */
  findings(): Promise<readonly string[]>;
  close(): Promise<void>;
};

export async function runnerWorld(partitions: number, store = new MemoryEventStore()): Promise<RunnerWorld> {
  const database = await readModelDatabase(partitions);
  const { pool } = database;
  const runners: Runner[] = [];
  const caughtUp = async (runner: Runner): Promise<void> => {
    if (!(await runner.waitFor(await store.head(), WAIT_MS)))
      throw new Error(`the runner stands at ${runner.position()}: ${runner.alarm()?.message}`);
  };
  return {
    pool,
    store,
    caughtUp,
    start: (feed, gaps, others = {}) => {
      const runner = startRunner({
        pool,
        feed,
        ledger: store,
        clock: systemClock,
        log: silentLog,
        ...(gaps === undefined ? {} : { store: gaps }),
        ...others,
      });
      runners.push(runner);
      return runner;
    },
    checkpoints: async () =>
      (
        await pool.query<{ position: string }>(`select position from ${READ_MODELS}.checkpoints order by partition`)
      ).rows.map(({ position }) => Number(position)),
    eventsOf: async (partition, among) =>
      (await store.readAll(START, LEDGER_EVENTS_MAX)).filter((event) => partitionOf(event, among) === partition),
    contents: () => contentsOf(pool),
    contentsOfOne: async () => {
      const one = await readModelDatabase();
      const runner = startRunner({
        pool: one.pool,
        feed: storeFeed(store, { batchEvents: 1_000 }),
        clock: systemClock,
        log: silentLog,
      });
      await caughtUp(runner);
      await runner.stop();
      const contents = await contentsOf(one.pool);
      await one.drop();
      return contents;
    },
    findings: async () => (await verify({ store, pool, gaplessPositions: store.apart === 1 })).map(findingText),
    close: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
      await database.drop();
    },
  };
}

/** One position further than there is. */
export const behind = (position: number): Position => (position + 1) as Position;
