import { type AppendOutcome, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { QUEUE_BYTES_MAX, QUEUE_EVENTS_MAX, TRANSACTION_BYTES_MAX, TRANSACTION_EVENTS_MAX } from './limits.ts';
import type { TextAppend } from './text-append.ts';

/** An append that has no answer yet. */
export type PendingAppend = TextAppend & {
  /** UTF-16 units of its texts: near enough to bytes for the queue's limits. */
  readonly size: number;
  readonly settle: (outcome: AppendOutcome) => void;
  readonly fail: (error: Error) => void;
};

/** Appends that wait for a transaction, first come first served. */
export class AppendQueue {
  #waiting: PendingAppend[] = [];
  #events = 0;
  #size = 0;

  get length(): number {
    return this.#waiting.length;
  }

  /** Throws StoreUnavailable when too much waits already. */
  add(append: PendingAppend): void {
    if (this.#events + append.events.length > QUEUE_EVENTS_MAX || this.#size + append.size > QUEUE_BYTES_MAX) {
      throw new StoreUnavailable(
        `${this.#events} events wait to be written; more than ${QUEUE_EVENTS_MAX} or ${QUEUE_BYTES_MAX} bytes may not`,
      );
    }
    this.#waiting.push(append);
    this.#events += append.events.length;
    this.#size += append.size;
  }

  /** Takes out the appends that `isMeant` names; answers them. */
  remove(isMeant: (append: PendingAppend) => boolean): PendingAppend[] {
    const removed = this.#waiting.filter(isMeant);
    if (removed.length > 0) this.#waiting = this.#waiting.filter((append) => !removed.includes(append));
    this.#forget(removed);
    return removed;
  }

  /** The first appends, at most `countMax` and what one transaction may hold, but at least one if any waits. */
  take(countMax: number): PendingAppend[] {
    let events = 0;
    let size = 0;
    const end = this.#waiting.findIndex((append, index) => {
      events += append.events.length;
      size += append.size;
      return index > 0 && (index >= countMax || events > TRANSACTION_EVENTS_MAX || size > TRANSACTION_BYTES_MAX);
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
