import type { EventFeed, FeedBatch } from '@ledgate/domain/ports/event-feed';
import { GATHER_MS } from '../limits.ts';
import { type FeedSession, grouped } from './grouped.ts';
import type { Waiters } from './waiters.ts';

/**
 * The feed's batches as they are applied together, GATHER_MS from one transaction to the next unless there is enough for one: under load few large
 * transactions then do the work of many small ones, and leave the machine to the relay. The first event after a quiet time is not held up, and
 * nobody who waits for a position waits for more events. A feed of one partition is read only when it is asked; of several, whatever comes is
 * applied together.
 */
export function gathered(
  { partitions }: Pick<EventFeed, 'partitions'>,
  open: FeedSession,
  waiters: Pick<Waiters, 'someone'>,
  signal: AbortSignal,
): AsyncGenerator<readonly FeedBatch[]> {
  return partitions === 1 ? eachAlone(open(signal), waiters, signal) : grouped(open, waiters, signal);
}

async function* eachAlone(
  batches: AsyncIterable<FeedBatch>,
  waiters: Pick<Waiters, 'someone'>,
  signal: AbortSignal,
): AsyncGenerator<readonly FeedBatch[]> {
  for await (const batch of batches) {
    const untilMs = performance.now() + GATHER_MS;
    yield [batch];
    if (!batch.more) await waiters.someone(untilMs - performance.now(), signal);
  }
}
