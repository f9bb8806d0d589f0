import type { EventFeed, FeedBatch } from '@ledgate/domain/ports/event-feed';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import { type Database, maybeRow, type Queryable } from '../directory/database.ts';
import { raw, sql } from '../directory/sql.ts';
import { BATCH_EVENTS_MAX } from '../limits.ts';
import { type Generation, liveGeneration } from '../schema/generations.ts';
import { applyBatch, type BatchOutcome, type PreparedBatch, prepareBatch } from './apply-batch.ts';
import { ProjectionFault } from './failures.ts';

export type Applied = {
  /** Unix milliseconds at which the batch's first event was appended. */
  readonly oldestAtMs: number;
  /** The batch cleaned display rows. */
  readonly cleaned: boolean;
};

export type Following = {
  readonly pool: Database;
  readonly feed: EventFeed;
  readonly signal: AbortSignal;
  /** Everything up to it can be read. */
  readonly onPosition: (position: Position) => void;
  readonly onApplied: (applied: Applied) => void;
};

/** Applies the feed to the generation that is live now; ends when the signal aborts or another generation has become live. */
export async function followLive({ pool, feed, signal, onPosition, onApplied }: Following): Promise<void> {
  const generation = await liveGeneration(pool);
  if (generation === undefined) throw new ProjectionFault('there are no read models: they are made at start', undefined, undefined);
  const start = await positionOf(pool, generation);
  onPosition(start);
  const client = await pool.connect();
  // A session that ends between two statements tells nobody else; the next statement fails.
  const ended = (): void => undefined;
  client.on('error', ended);
  let broken = true;
  try {
    await applyFeed({ client, generation, feed, start, signal, applied: (batch, position) => {
      onPosition(position);
      onApplied({ oldestAtMs: Date.parse(batch.events[0]?.recordedAt ?? ''), cleaned: batch.events.some(({ type }) => type === 'LogsCleaned') });
    } });
    broken = false;
  } finally {
    client.off('error', ended);
    client.release(broken);
  }
}

export async function positionOf(db: Queryable, { schema }: Generation): Promise<Position> {
  const found = await maybeRow<{ position: number }>(db, sql`select min(position) as position from ${raw(schema)}.checkpoints`);
  return (found?.position ?? 0) as Position;
}

type FeedToApply = {
  readonly client: PoolClient;
  readonly generation: Generation;
  readonly feed: EventFeed;
  readonly start: Position;
  readonly signal: AbortSignal;
  readonly applied: (batch: FeedBatch, position: Position) => void;
};

/** One batch is written while the next is fetched and folded. */
async function applyFeed({ client, generation, feed, start, signal, applied }: FeedToApply): Promise<void> {
  const finish = async ({ batch }: PreparedBatch, writing: Promise<BatchOutcome>): Promise<boolean> => {
    const result = await writing;
    if (result.outcome === 'applied') applied(batch, result.position);
    return result.outcome === 'applied';
  };
  let after = start;
  let previous: Promise<boolean> = Promise.resolve(true);
  try {
    for await (const batch of feed.batches(start, { batchEventsMax: BATCH_EVENTS_MAX, signal })) {
      const prepared = prepareBatch(batch, after);
      after = prepared.last;
      if (!(await previous)) return;
      previous = finish(prepared, applyBatch(client, generation, prepared));
      previous.catch(() => undefined);
    }
  } finally {
    await previous;
  }
}
