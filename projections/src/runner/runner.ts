import type { Clock } from '@ledgate/domain/ports/clock';
import { type EventFeed, FeedRefused } from '@ledgate/domain/ports/event-feed';
import type { EventStore, Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { Database } from '../shared/database.ts';
import { timed } from '../directory/wait.ts';
import { FAILING_LOOK_MAX_MS, RETRY_FIRST_MS, RETRY_MAX_MS } from '../limits.ts';
import { type Generation, liveGeneration } from '../schema/generations.ts';
import { PartitionsDiffer } from '../schema/partitions.ts';
import { GENERATION_SHAPE, ShapeDiffers } from '../schema/shape.ts';
import { pause } from '../shared/pause.ts';
import { CheckpointWatch } from './checkpoint-watch.ts';
import { reachShape } from './reach-shape.ts';
import { Failing } from './failing.ts';
import { ProjectionFault } from './failures.ts';
import { followLive } from './follow-live.ts';
import { Maintenance } from './maintenance.ts';
import type { Partition } from './partition.ts';
import type { PreparedBatch } from './prepared.ts';
import type { Alarm, PartitionProgress, Progress } from './progress.ts';
import { StoppedPartitions } from './stopped-partitions.ts';
import { Waiters } from './waiters.ts';

export type RunnerOptions = {
  readonly pool: Database;
  /** For queries that may take minutes: filling and dropping whole generations. `pool` where not given. */
  readonly patientPool?: Database;
  readonly feed: EventFeed;
  /** Where what the feed has left out is read. Needed where a feed can leave something out, as one of several partitions can. */
  readonly store?: Pick<EventStore, 'readAll'>;
  /**
   * Where the next generation is filled from when the live one is of an earlier release. Without it this process waits until another has filled it.
   */
  readonly ledger?: Pick<EventStore, 'readAll' | 'readStream' | 'head'>;
  /** What this release writes; tests name others. */
  readonly shape?: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Told of what a commit has made readable, after it. */
  readonly applied?: ((partition: number, events: readonly RecordedEvent[]) => void) | undefined;
};

export interface Runner extends Progress {
  /** Milliseconds from the append of the oldest event of the last batch to its commit here, of the slowest partition; 0 before the first batch. */
  lag(): number;
  /** The first of `alarms`; undefined while all is well. */
  alarm(): Alarm | undefined;
  alarms(): readonly Alarm[];
  /** Each partition, as far as this process knows: of one that another process applies, only where it stood when somebody waited. */
  progress(): readonly PartitionProgress[];
  /** Ends after the batch under way. */
  stop(): Promise<void>;
}

/**
 * Keeps the live generation of read models up to date: one transaction for each group of batches, with their checkpoints, so that every event has
 * its effect exactly once however often the feed delivers it, and whoever else applies it. Goes over to the next generation when a rebuild flips.
 * Fills it where the live one is of an earlier release, and stands with an alarm where it is of a later one.
 * A projection that throws, or whose rows Postgres does not take, stops its partition with an alarm, until another generation is live or another
 * process has brought the partition past the event; the other partitions go on. Whatever else fails is tried again, with an alarm where it lasts.
 */
export function startRunner({
  pool,
  patientPool = pool,
  feed,
  store,
  ledger,
  shape = GENERATION_SHAPE,
  clock,
  log,
  applied,
}: RunnerOptions): Runner {
  const stopped = new AbortController();
  const waiters = new Waiters();
  const watch = new CheckpointWatch(pool, waiters, shape);
  const stoppedPartitions = new StoppedPartitions();
  const lagMs = new Map<number, number>();
  const maintenance = new Maintenance({ pool: patientPool, log, signal: stopped.signal });
  let alarm: Alarm | undefined;
  /** The feed answers only after the following has begun: until a batch comes, `alarm` stays. */
  let feedRefused = false;
  let moved = false;

  /** Whoever only watches cannot stop the books. */
  const tell = ({ batch: { partition, events }, after, end }: PreparedBatch): void => {
    if (applied === undefined) return;
    try {
      applied(
        partition,
        events.filter(({ position }) => position > after && position <= end),
      );
    } catch (error) {
      log.warn({ err: error }, 'what was applied could not be told');
    }
  };

  const onApplied = (prepared: PreparedBatch): void => {
    const {
      batch: { partition, events },
      after,
      end,
      oldestAtMs,
    } = prepared;
    if (feedRefused) [alarm, feedRefused] = [undefined, false];
    failing.end();
    if (end === after) return;
    moved = true;
    lagMs.set(partition, oldestAtMs === undefined ? 0 : Math.max(0, clock.nowMs() - oldestAtMs));
    if (events.some(({ type }) => type === 'LogsCleaned')) maintenance.sweep();
    tell(prepared);
  };

  const onRefused = (partition: number, at: Position, reason: unknown): void => {
    const refused = alarmOf(reason, clock.nowMs(), feed.partitions === 1 ? undefined : partition);
    stoppedPartitions.stop(partition, at, { ...refused, partition });
    log.error(
      { alarm: true, err: reason, partition, event: refused.event, at },
      'a projection threw: its partition of the read models stands still',
    );
  };

  const onFollowing = (): void => {
    if (!feedRefused && !failing.isOn) alarm = undefined;
    failing.following();
    lagMs.clear();
    maintenance.sweep();
    maintenance.drop();
  };

  const follow = async (): Promise<void> => {
    const generation = await followLive({
      pool,
      shape,
      feed,
      store,
      waiters,
      stoppedPartitions,
      onFollowing,
      onApplied,
      onRefused,
      signal: stopped.signal,
    });
    if (stoppedPartitions.size === generation.partitions) await another(generation);
  };

  /** Ends when another generation is live: what no partition can be brought past may be past in that one. */
  const another = async ({ number }: Generation): Promise<void> => {
    while (!stopped.signal.aborted) {
      await pause(RETRY_MAX_MS, stopped.signal);
      const live = await liveGeneration(pool).catch(() => undefined);
      if (live !== undefined && live.number !== number) return;
    }
  };

  const reached = (position: Position, timeoutMs: number, of?: Partition): Promise<boolean> =>
    feed.partitions === 1 ? waiters.waitFor(position, timeoutMs, of) : watch.waitFor(position, timeoutMs, of);

  const stand = (error: unknown, message: string): void => {
    if (alarm === undefined) {
      alarm = { ...alarmOf(error, clock.nowMs(), undefined), partition: undefined };
      log.error({ alarm: true, err: error, event: alarm.event }, message);
    }
    waiters.endAll();
  };

  /** Everything that is in the ledger now can be read: of several partitions also where other processes apply them. */
  const isUpToDate = async (): Promise<boolean> => {
    if (ledger === undefined) return false;
    try {
      const head = await timed(ledger.head(), FAILING_LOOK_MAX_MS);
      return await reached(head, FAILING_LOOK_MAX_MS);
    } catch {
      return false;
    }
  };

  /** What passes is no reason to stop; where it does not pass, somebody should know. */
  const failing = new Failing({
    raise: (error) =>
      stand(error, 'the read models have not been brought up to date for some time; it is tried again and again'),
    over: () => {
      if (!feedRefused) alarm = undefined;
    },
    isUpToDate,
  });

  const run = async (): Promise<void> => {
    let pauseMs = RETRY_FIRST_MS;
    while (!stopped.signal.aborted) {
      moved = false;
      try {
        await follow();
        pauseMs = RETRY_FIRST_MS;
      } catch (error) {
        if (error instanceof PartitionsDiffer) {
          failing.end();
          stand(error, 'the live read models have other partitions than the feed: nothing is applied');
          await pause(RETRY_MAX_MS, stopped.signal);
          continue;
        }
        if (error instanceof FeedRefused) {
          failing.end();
          stand(error, 'the feed cannot be read: nothing is applied');
          feedRefused = true;
          await pause(RETRY_MAX_MS, stopped.signal);
          continue;
        }
        if (error instanceof ShapeDiffers) {
          failing.end();
          await reachShape(error, { ledger, pool: patientPool, log, shape, signal: stopped.signal, stand });
          continue;
        }
        if (error instanceof ProjectionFault) {
          failing.end();
          return stand(error, 'there is nothing to bring up to date: the read models stand still');
        }
        if (moved) pauseMs = RETRY_FIRST_MS;
        log.warn({ err: error, pauseMs }, 'the read models cannot be brought up to date');
        failing.failed(error);
        await pause(pauseMs, stopped.signal);
        pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
      }
    }
  };

  const running = run();
  const alarms = (): readonly Alarm[] => [...(alarm === undefined ? [] : [alarm]), ...stoppedPartitions.alarms()];
  return {
    // Who stands still is not worth waiting for. Of several partitions others may be applied elsewhere.
    waitFor: (position, timeoutMs, of) => reached(position, alarm === undefined ? timeoutMs : 0, of),
    position: (of) => waiters.position(of),
    partitions: () => waiters.partitions,
    lag: () => Math.max(0, ...lagMs.values()),
    alarm: () => alarms()[0],
    alarms,
    progress: () =>
      Array.from({ length: waiters.partitions }, (_, partition) => ({
        partition,
        position: waiters.position({ partition, partitions: waiters.partitions }),
        lagMs: lagMs.get(partition) ?? 0,
        alarm: stoppedPartitions.alarmOf(partition),
      })),
    stop: async () => {
      stopped.abort();
      await running;
      failing.end();
      await maintenance.ended();
      await watch.stop();
      waiters.endAll();
    },
  };
}

/** @param partition named in the message; undefined where there is but one */
function alarmOf(error: unknown, sinceMs: number, partition: number | undefined): Omit<Alarm, 'partition'> {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    message: partition === undefined ? reason : `partition ${partition}: ${reason}`,
    event: error instanceof ProjectionFault ? error.event : undefined,
    sinceMs,
  };
}
