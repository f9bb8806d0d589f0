import type { EventFeed, FeedBatch, FeedOptions } from '@ledgate/domain/ports/event-feed';
import type { EventStore, Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { FEED_POLL_FIRST_MS, FEED_POLL_MAX_MS } from '../../limits.ts';
import { WakeUp } from './wake-up.ts';

/**
 * The embedded profile's feed: one partition, read from the store by position. This process's own appends wake it at once; those of other
 * processes are found by polling, the more seldom the longer nothing came.
 */
export class InProcessFeed implements EventFeed {
  readonly partitions = 1;
  readonly #store: Pick<EventStore, 'readAll' | 'onAppended'>;

  constructor(store: Pick<EventStore, 'readAll' | 'onAppended'>) {
    this.#store = store;
  }

  async *batches(after: Position, { batchEventsMax, signal }: FeedOptions): AsyncGenerator<FeedBatch> {
    const appended = new WakeUp();
    const unsubscribe = this.#store.onAppended(() => appended.wake());
    try {
      let reading: Promise<readonly RecordedEvent[]> | undefined;
      let pauseMs = FEED_POLL_FIRST_MS;
      for (let position = after; !signal.aborted;) {
        appended.reset();
        const events: readonly RecordedEvent[] = await (reading ?? this.#store.readAll(position, batchEventsMax));
        reading = undefined;
        const last = events.at(-1);
        if (last === undefined) {
          const woken = await appended.wait(pauseMs, signal);
          pauseMs = woken ? FEED_POLL_FIRST_MS : Math.min(pauseMs * 2, FEED_POLL_MAX_MS);
          continue;
        }
        pauseMs = FEED_POLL_FIRST_MS;
        position = last.position;
        const more = events.length === batchEventsMax;
        if (more) reading = this.#ahead(position, batchEventsMax);
        yield { partition: 0, events, previous: undefined, more };
      }
    } finally {
      unsubscribe();
    }
  }

  /** A page read while the consumer is busy; its failure is thrown when it is asked for, not before. */
  #ahead(position: Position, limit: number): Promise<readonly RecordedEvent[]> {
    const page = this.#store.readAll(position, limit);
    page.catch(() => undefined);
    return page;
  }
}
