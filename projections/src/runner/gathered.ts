import type { EventFeed, FeedBatch } from '@ledgate/domain/ports/event-feed';
import { BATCH_EVENTS_MAX, GATHER_MS } from '../limits.ts';
import { grouped } from './grouped.ts';
import type { Waiters } from './waiters.ts';

type FeedSession = (signal: AbortSignal) => AsyncIterable<FeedBatch>;

/**
 * The feed's batches as they are applied together, with a pause behind what is not full: under load few large transactions then do the work of
 * many small ones, and leave the machine to the relay. The first event after a quiet time is not held up, and nobody who waits for a position waits
 * for more events. A feed of one partition is read only when it is asked; of several, what was fetched together is applied together.
 */
export async function* gathered(
  { partitions }: Pick<EventFeed, 'partitions'>, open: FeedSession, waiters: Pick<Waiters, 'someone'>, signal: AbortSignal,
): AsyncGenerator<readonly FeedBatch[]> {
  for await (const group of partitions === 1 ? eachAlone(open(signal)) : grouped(open, signal)) {
    const untilMs = performance.now() + GATHER_MS;
    yield group;
    if (isFull(group)) continue;
    await waiters.someone(untilMs - performance.now(), signal);
  }
}

const isFull = (group: readonly FeedBatch[]): boolean =>
  group.some(({ more }) => more) || group.reduce((sum, { events }) => sum + events.length, 0) >= BATCH_EVENTS_MAX;

async function* eachAlone(batches: AsyncIterable<FeedBatch>): AsyncGenerator<readonly FeedBatch[]> {
  for await (const batch of batches) yield [batch];
}
