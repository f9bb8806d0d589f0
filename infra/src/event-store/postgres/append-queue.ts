import { type AppendOutcome, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { TextAppend } from './append-batch.ts';
import { QUEUE_BYTES_MAX, QUEUE_EVENTS_MAX, TRANSACTION_BYTES_MAX, TRANSACTION_EVENTS_MAX } from './limits.ts';

/** An append that has no answer yet. */
export type PendingAppend = TextAppend & {
  /** UTF-16 units of its texts: near enough to bytes for the queue's limits. */
  readonly size: number;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly fail: (error: Error) => void;
};

/** Appends that wait for the transaction under way to end, first come first served. */
export class AppendQueue {
  #waiting: PendingAppend[] = [];
  #events = 0;
  #size = 0;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Throws StoreUnavailable when too much waits already. */
  add(append: PendingAppend): void {
    if (this.#events + append.events.length > QUEUE_EVENTS_MAX || this.#size + append.size > QUEUE_BYTES_MAX) {
      throw new StoreUnavailable(`${this.#events} events wait to be written; more than ${QUEUE_EVENTS_MAX} or ${QUEUE_BYTES_MAX} bytes may not`);
    }
    this.#waiting.push(append);
    this.#events += append.events.length;
    this.#size += append.size;
  }

  /** False when it does not wait any more. */
  remove(append: PendingAppend): boolean {
    const index = this.#waiting.indexOf(append);
    if (index < 0) return false;
    this.#waiting.splice(index, 1);
    this.#forget([append]);
    return true;
  }

  /** The appends of the next transaction: at least one if any waits. */
  take(): PendingAppend[] {
    let events = 0;
    let size = 0;
    const end = this.#waiting.findIndex((append, index) => {
      events += append.events.length;
      size += append.size;
      return index > 0 && (events > TRANSACTION_EVENTS_MAX || size > TRANSACTION_BYTES_MAX);
    });
    const taken = end < 0 ? this.#waiting : this.#waiting.slice(0, end);
    this.#waiting = end < 0 ? [] : this.#waiting.slice(end);
    this.#forget(taken);
    return taken;
  }

  #forget(appends: readonly PendingAppend[]): void {
    for (const { events, size } of appends) {
      this.#events -= events.length;
      this.#size -= size;
    }
  }
}
