import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, type RecordedEvent, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { FILL_PAGE_EVENTS } from './limits.ts';
import type { FeedMessage } from './message.ts';

export type PartitionReaderOptions = {
  readonly partition: number;
  readonly partitions: number;
  /** What had been applied when reading began. */
  readonly after: Position;
  readonly store: Pick<EventStore, 'readAll'>;
  readonly batchEventsMax: number;
};

/**
 * Makes a partition's messages into batches without gaps or repetitions, whatever Kafka delivers: what comes again is dropped, what was left
 * out is read from the event store.
 */
export class PartitionReader {
  readonly #options: PartitionReaderOptions;
  #delivered: Position;

  constructor(options: PartitionReaderOptions) {
    this.#options = options;
    this.#delivered = options.after;
  }

  /** Everything of the partition up to here has been given out. */
  get delivered(): Position {
    return this.#delivered;
  }

  /** Throws StoreUnavailable when what is missing cannot be read. */
  async *read(messages: Iterable<FeedMessage>, more: boolean): AsyncGenerator<FeedBatch> {
    let events: RecordedEvent[] = [];
    let previous = this.#delivered;
    const batch = (behind: boolean): FeedBatch => {
      const made: FeedBatch = { partition: this.#options.partition, events, previous, through: this.#delivered, more: behind };
      [events, previous] = [[], this.#delivered];
      return made;
    };
    for (const { position, previous: before, event } of messages) {
      if (position <= this.#delivered) continue;
      if (before > this.#delivered) {
        if (this.#delivered > previous) yield batch(true);
        yield* this.#fill(before);
        previous = this.#delivered;
      }
      if (events.length === this.#options.batchEventsMax) yield batch(true);
      this.#delivered = position;
      if (event !== undefined) events.push(event);
    }
    if (this.#delivered > previous) yield batch(more);
  }

  /** What the store has of this partition after what was delivered, up to `upTo`. */
  async *#fill(upTo: Position): AsyncGenerator<FeedBatch> {
    const { partition, partitions, store, batchEventsMax } = this.#options;
    let after = this.#delivered;
    while (after < upTo) {
      const page = await store.readAll(after, Math.min(FILL_PAGE_EVENTS, batchEventsMax));
      const last = page.at(-1);
      if (last === undefined) throw new StoreUnavailable(`kafka tells of position ${upTo}, and the event store ends at ${after}`);
      const events = page.filter((event) => event.position <= upTo && partitionOf(event, partitions) === partition);
      after = Math.min(last.position, upTo) as Position;
      const previous = this.#delivered;
      this.#delivered = after;
      if (events.length > 0) yield { partition, events, previous, through: after, more: true };
    }
  }
}
