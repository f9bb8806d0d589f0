import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  StoreUnavailable,
} from '@ledgate/domain/ports/event-store';
import { FILL_PAGE_EVENTS } from './limits.ts';
import type { FeedMessage } from './message.ts';

type PartitionReaderOptions = {
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
  /** Everything of the partition up to here is known. */
  #known: Position;
  /** Everything up to here has been given out. */
  #given: Position;

  constructor(options: PartitionReaderOptions) {
    this.#options = options;
    this.#known = options.after;
    this.#given = options.after;
  }

  /** Throws StoreUnavailable when what is missing cannot be read; nothing that was not given out is passed over then. */
  async *read(messages: Iterable<FeedMessage>, more: boolean): AsyncGenerator<FeedBatch> {
    let events: RecordedEvent[] = [];
    for (const { position, previous, event } of messages) {
      if (position <= this.#known) continue;
      if (previous > this.#known) {
        if (events.length > 0) yield this.#batch(events, true);
        events = [];
        yield* this.#fill(previous);
      }
      if (events.length === this.#options.batchEventsMax) {
        yield this.#batch(events, true);
        events = [];
      }
      this.#known = position;
      if (event !== undefined) events.push(event);
    }
    if (this.#known > this.#given) yield this.#batch(events, more);
  }

  /** What the store has of this partition after what is known, up to `upTo`. */
  async *#fill(upTo: Position): AsyncGenerator<FeedBatch> {
    const { partition, partitions, store, batchEventsMax } = this.#options;
    while (this.#known < upTo) {
      const page = await store.readAll(this.#known, Math.min(FILL_PAGE_EVENTS, batchEventsMax));
      const last = page.at(-1);
      if (last === undefined)
        throw new StoreUnavailable(`kafka tells of position ${upTo}, and the event store ends at ${this.#known}`);
      this.#known = Math.min(last.position, upTo) as Position;
      const events = page.filter((event) => event.position <= upTo && partitionOf(event, partitions) === partition);
      if (events.length > 0) yield this.#batch(events, true);
    }
  }

  #batch(events: readonly RecordedEvent[], more: boolean): FeedBatch {
    const batch = { partition: this.#options.partition, events, previous: this.#given, through: this.#known, more };
    this.#given = this.#known;
    return batch;
  }
}
