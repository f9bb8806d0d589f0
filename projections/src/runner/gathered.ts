import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { GATHER_MS } from '../limits.ts';
import type { Waiters } from './waiters.ts';

/**
 * The feed's batches, with a pause behind each that is not full: under load few large transactions then do the work of many small ones, and
 * leave the machine to the relay. The first event after a quiet time is not held up, and nobody who waits for a position waits for more events.
 */
export async function* gathered(batches: AsyncIterable<FeedBatch>, waiters: Pick<Waiters, 'someone'>, signal: AbortSignal): AsyncGenerator<FeedBatch> {
  for await (const batch of batches) {
    const untilMs = performance.now() + GATHER_MS;
    yield batch;
    if (!batch.more) await waiters.someone(untilMs - performance.now(), signal);
  }
}
