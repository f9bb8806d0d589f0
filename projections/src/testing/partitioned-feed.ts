import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { EventFeed, FeedBatch, FeedOptions } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, type RecordedEvent, START } from '@ledgate/domain/ports/event-store';
import { pause } from '../shared/pause.ts';

const POLL_MS = 2;
const LEDGER_EVENTS_MAX = 100_000;

export type PartitionedFeedOptions = {
  readonly partitions?: number;
  readonly batchEvents?: number;
  /** From one batch to the next; 0: as quickly as they are taken, so that many are applied together. */
  readonly paceMs?: number;
  /** Which partitions it has: all where not given. */
  readonly read?: (partition: number) => boolean;
};

/**
 * A feed of several partitions over a store for tests, which tells of each batch what stands before it and how far it goes, as one by Kafka does.
 * Partitions come in turn, each at its own pace.
 */
export class PartitionedFeed implements EventFeed {
  readonly partitions: number;
  /** How often it was begun. */
  sessions = 0;
  /** Events at these positions are not delivered. */
  readonly leftOut = new Set<number>();
  readonly #store: Pick<EventStore, 'readAll' | 'head'>;
  readonly #batchEvents: number;
  readonly #paceMs: number;
  readonly #read: (partition: number) => boolean;
  readonly #holds = new Map<number, Position>();

  constructor(
    store: Pick<EventStore, 'readAll' | 'head'>,
    { partitions = 12, batchEvents = 3, paceMs = 0, read = () => true }: PartitionedFeedOptions = {},
  ) {
    this.#store = store;
    this.partitions = partitions;
    this.#batchEvents = batchEvents;
    this.#paceMs = paceMs;
    this.#read = read;
  }

  /** Nothing behind the position is delivered of the partition, nor told of it, until `release`. */
  hold(partition: number, position: number): void {
    this.#holds.set(partition, position as Position);
  }

  release(): void {
    this.#holds.clear();
  }

  async *batches(after: Position, { positionOf, signal }: FeedOptions): AsyncGenerator<FeedBatch> {
    this.sessions += 1;
    const given = new Map<number, Position>();
    for (let partition = 0; partition < this.partitions; partition += 1) {
      if (this.#read(partition)) given.set(partition, (await positionOf?.(partition)) ?? after);
    }
    while (!signal.aborted) {
      let silent = true;
      for (const [partition, before] of given) {
        const batch = await this.#next(partition, before);
        if (batch === undefined) continue;
        silent = false;
        given.set(partition, batch.through ?? before);
        if (!this.#lost(batch)) yield batch;
        if (this.#paceMs > 0) await pause(this.#paceMs, signal);
        if (signal.aborted) return;
      }
      if (silent) await pause(POLL_MS, signal);
    }
  }

  async #next(partition: number, before: Position): Promise<FeedBatch | undefined> {
    const limit = Math.min(
      await this.#store.head(),
      this.#holds.get(partition) ?? Number.POSITIVE_INFINITY,
    ) as Position;
    if (before >= limit) return undefined;
    const own = (await this.#store.readAll(before, LEDGER_EVENTS_MAX)).filter(
      (event) => event.position <= limit && partitionOf(event, this.partitions) === partition,
    );
    const events = this.#upToLeftOut(own.slice(0, this.#batchEvents));
    const last = events.at(-1);
    const more = events.length < own.length;
    const through = last !== undefined && (more || this.leftOut.has(last.position)) ? last.position : limit;
    return { partition, events, previous: before, through, more };
  }

  /** A batch ends before an event that is left out, and that event is lost in a batch of its own. */
  #upToLeftOut(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const index = events.findIndex(({ position }) => this.leftOut.has(position));
    return index === -1 ? events : events.slice(0, Math.max(1, index));
  }

  #lost({ events }: FeedBatch): boolean {
    return this.leftOut.has(events[0]?.position ?? START);
  }
}
