import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { BATCH_EVENTS_MAX } from '../limits.ts';
import { joined } from './joined.ts';

/** Batches to be applied together: one of each partition. */
export class Group {
  readonly #batches = new Map<number, FeedBatch>();
  #events = 0;

  constructor(first: FeedBatch) {
    this.#put(first);
  }

  /** As many events as one transaction should have. */
  get full(): boolean {
    return this.#events >= BATCH_EVENTS_MAX;
  }

  /** The feed knows of more than this. */
  get more(): boolean {
    return this.full || [...this.#batches.values()].some(({ more }) => more);
  }

  batches(): readonly FeedBatch[] {
    return [...this.#batches.values()];
  }

  /** False when something is missing between the batch and those of its partition that are here: it must be applied after them. */
  take(batch: FeedBatch): boolean {
    const before = this.#batches.get(batch.partition);
    const together = before === undefined ? batch : joined(before, batch);
    if (together === undefined) return false;
    this.#put(together);
    return true;
  }

  #put(batch: FeedBatch): void {
    this.#events += batch.events.length - (this.#batches.get(batch.partition)?.events.length ?? 0);
    this.#batches.set(batch.partition, batch);
  }
}
