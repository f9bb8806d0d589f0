import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import type { RecordedEvent } from '@ledgate/domain/ports/event-store';

/** A page of the store as a batch for each partition, those without events too: everything up to the page's last event is in them. */
export function byPartition(page: readonly RecordedEvent[], partitions: number): readonly FeedBatch[] {
  const through = page.at(-1)?.position;
  if (through === undefined) return [];
  if (partitions === 1) return [{ partition: 0, events: page, previous: undefined, through, more: true }];
  const events: RecordedEvent[][] = Array.from({ length: partitions }, () => []);
  for (const event of page) events[partitionOf(event, partitions)]?.push(event);
  return events.map((own, partition) => ({ partition, events: own, previous: undefined, through, more: true }));
}
