import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import type { Position } from '@ledgate/domain/ports/event-store';
import { type Database, maybeRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { BATCH_EVENTS_MAX } from '../limits.ts';
import { type Generation, liveGeneration } from '../schema/generations.ts';
import { applyAll } from './apply-all.ts';
import { ProjectionFault } from './failures.ts';
import { gathered } from './gathered.ts';
import type { Waiters } from './waiters.ts';

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
  /** Told of every position up to which everything can be read; who waits for one hurries the feed. */
  readonly waiters: Waiters;
  readonly onApplied: (applied: Applied) => void;
};

/** Applies the feed to the generation that is live now; ends when the signal aborts or another generation has become live. */
export async function followLive({ pool, feed, signal, waiters, onApplied }: Following): Promise<void> {
  const generation = await liveGeneration(pool);
  if (generation === undefined) throw new ProjectionFault('there are no read models: they are made at start', undefined, undefined);
  const start = await positionOf(pool, generation);
  waiters.moveTo(start);
  const client = await pool.connect();
  // A session that ends between two statements tells nobody else; the next statement fails.
  const ended = (): void => undefined;
  client.on('error', ended);
  let broken = true;
  try {
    const batches = gathered(feed.batches(start, { batchEventsMax: BATCH_EVENTS_MAX, signal }), waiters, signal);
    await applyAll({ client, generation, batches, start, applied: (batch, position) => {
      waiters.moveTo(position);
      onApplied({ oldestAtMs: Date.parse(batch.events[0]?.recordedAt ?? ''), cleaned: batch.events.some(({ type }) => type === 'LogsCleaned') });
    } });
    broken = false;
  } finally {
    client.off('error', ended);
    client.release(broken);
  }
}

export async function positionOf(db: Queryable, { schema }: Generation): Promise<Position> {
  const found = await maybeRow<{ position: number }>(db, query(`${schema}.checkpoints`).min({ position: 'position' }));
  return (found?.position ?? 0) as Position;
}
