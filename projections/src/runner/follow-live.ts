import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import { BATCH_EVENTS_MAX } from '../limits.ts';
import { appliedPositions } from '../schema/checkpoints.ts';
import { type Generation, ownGeneration } from '../schema/generations.ts';
import { PartitionsDiffer } from '../schema/partitions.ts';
import type { Database } from '../shared/database.ts';
import { applyAll } from './apply-all.ts';
import { ProjectionFault } from './failures.ts';
import { gathered } from './gathered.ts';
import type { PreparedBatch } from './prepared.ts';
import type { StoppedPartitions } from './stopped-partitions.ts';
import type { Waiters } from './waiters.ts';

type Following = {
  readonly pool: Database;
  /** What this process knows to write. */
  readonly shape: number;
  readonly feed: EventFeed;
  readonly store: Pick<EventStore, 'readAll'> | undefined;
  readonly signal: AbortSignal;
  /** Told of every position up to which everything of a partition can be read; who waits for one hurries the feed. */
  readonly waiters: Waiters;
  /** Partitions that are passed over. */
  readonly stoppedPartitions: StoppedPartitions;
  /** The feed and the live generation fit. */
  readonly onFollowing: () => void;
  readonly onApplied: (batch: PreparedBatch) => void;
  /** A projection refuses what stands after `at`. */
  readonly onRefused: (partition: number, at: Position, reason: unknown) => void;
};

/**
 * Applies the feed to the generation that is live now; ends when the signal aborts, when another generation has become live, or when every
 * partition stands. Answers the generation. Throws ShapeDiffers, and PartitionsDiffer when its partitions are
 * not the feed's.
 */
export async function followLive({
  pool,
  shape,
  feed,
  store,
  signal,
  waiters,
  stoppedPartitions,
  onFollowing,
  onApplied,
  onRefused,
}: Following): Promise<Generation> {
  const generation = await ownGeneration(pool, shape);
  if (generation === undefined)
    throw new ProjectionFault('there are no read models: they are made at start', undefined, undefined);
  const { partitions } = generation;
  const start = await appliedPositions(pool, generation);
  stoppedPartitions.follow(generation.number);
  waiters.become(start);
  if (partitions !== feed.partitions) throw new PartitionsDiffer(partitions, feed.partitions);
  onFollowing();
  // Also where another process has brought a partition meanwhile that comes to this one only now.
  const positionOf = async (partition: number): Promise<Position> => {
    const position = (await appliedPositions(pool, generation))[partition] ?? START;
    stoppedPartitions.found(partition, position);
    waiters.moveTo(position, { partition, partitions });
    return position;
  };
  start.forEach((position, partition) => stoppedPartitions.found(partition, position));
  for (let partition = 0; partition < partitions; partition += 1)
    if (stoppedPartitions.has(partition)) waiters.stand(partition);
  const ended = new AbortController();
  const end = (): void => ended.abort();
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted || stoppedPartitions.size === partitions) end();

  const client = await pool.connect();
  // A session that ends between two queries tells nobody else; the next query fails.
  const lost = (): void => undefined;
  client.on('error', lost);
  /** Told to the pool: where this connection got no answer, its idle ones may be as dead. */
  let broken: Error | boolean = true;
  try {
    const open = (session: AbortSignal) =>
      feed.batches(Math.min(...start) as Position, { batchEventsMax: BATCH_EVENTS_MAX, positionOf, signal: session });
    await applyAll({
      client,
      generation,
      store,
      start,
      end,
      groups: gathered(feed, open, waiters, ended.signal),
      stands: (partition) => stoppedPartitions.has(partition),
      applied: (batch) => {
        waiters.moveTo(batch.end, { partition: batch.batch.partition, partitions });
        onApplied(batch);
      },
      refused: (partition, at, reason) => {
        onRefused(partition, at, reason);
        waiters.stand(partition);
        if (stoppedPartitions.size === partitions) end();
      },
    });
    broken = false;
    return generation;
  } catch (error) {
    if (error instanceof Error) broken = error;
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    client.off('error', lost);
    client.release(broken);
  }
}
