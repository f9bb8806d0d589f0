import type { EventFeed, FeedBatch } from '@ledgate/domain/ports/event-feed';
import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import { byPartition } from '../runner/by-partition.ts';
import { pause } from '../shared/pause.ts';

const POLL_MS = 5;

/** A feed over a store for tests. `repeat` delivers every batch so many times, each beginning `overlap` events too early. */
export function storeFeed(
  store: EventStore,
  { batchEvents = 7, repeat = 1, overlap = 0, partitions = 1 } = {},
): EventFeed {
  return {
    partitions,
    async *batches(after, { signal }): AsyncGenerator<FeedBatch> {
      for (let position: number = after; !signal.aborted;) {
        const events = await store.readAll(position as Position, batchEvents);
        const last = events.at(-1);
        if (last === undefined) {
          await pause(POLL_MS, signal);
          continue;
        }
        const early =
          overlap === 0
            ? []
            : await store.readAll(Math.max(0, position - overlap) as Position, Math.min(overlap, position));
        for (let time = 0; time < repeat; time += 1) {
          for (const batch of byPartition([...early, ...events], partitions))
            yield { ...batch, more: events.length === batchEvents };
        }
        position = last.position;
      }
    },
  };
}
