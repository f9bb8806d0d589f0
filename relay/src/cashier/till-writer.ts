import {
  APPEND_BYTES_MAX,
  APPEND_EVENTS_MAX,
  type EventStore,
  type EventToAppend,
  InvalidAppend,
  type Revision,
  WITHOUT_POSITION,
} from '@ledgate/domain/ports/event-store';
import type { CashierLimits } from './limits.ts';
import type { Timers } from './timers.ts';

/** An event on its way into the till. */
type TillEntry = {
  readonly event: EventToAppend;
  /** The store has acknowledged it, at this revision. */
  readonly written: (revision: Revision) => void;
  /** The till was fenced: it will never be written there. */
  readonly cutOff: () => void;
  /** The store cannot hold it; nothing was written. A bug, which must not stop the entries beside it. */
  readonly invalid: (error: InvalidAppend) => void;
};

type TillWriterOptions = {
  /** Appends with a known outcome. Throws InvalidAppend, what is refused for too long, and StoreUnavailable when the process ends. */
  readonly store: EventStore;
  readonly stream: string;
  /** Of the stream's last event. */
  readonly revision: Revision;
  readonly timers: Timers;
  readonly limits: Pick<CashierLimits, 'groupPauseMs' | 'groupPauseFromEvents'>;
  readonly onFenced: () => void;
  /** An append failed for good: nothing more is written. Answers whether what is not written is cut off; not when the process ends. */
  readonly onBroken: (error: unknown) => boolean;
};

/** What JSON and framing add to an event's data, at most, in bytes: ids, type and metadata. */
const ENVELOPE_BYTES = 512;

/**
 * The one writer of a till stream: it knows the revision without reading, and writes together what came while the last append was under way
 * (group commit, docs/ledger.md#ends-of-requests). A conflict can only be a fence.
 */
export class TillWriter {
  readonly #options: TillWriterOptions;
  #revision: Revision;
  #queue: TillEntry[] = [];
  /** Given to the store, with an outcome that is not known yet. */
  #underWay: readonly TillEntry[] = [];
  /** Entries at the front of the queue that are written one by one: together they were invalid. */
  #alone = 0;
  #writing = false;
  #fenced = false;

  constructor(options: TillWriterOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  get revision(): Revision {
    return this.#revision;
  }

  /** Everything that was given is acknowledged or cut off. */
  get idle(): boolean {
    return !this.#writing && this.#queue.length === 0;
  }

  write(entry: TillEntry): void {
    if (this.#fenced) {
      entry.cutOff();
      return;
    }
    this.#queue.push(entry);
    if (!this.#writing) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    const { timers, limits } = this.#options;
    this.#writing = true;
    try {
      let written = 0;
      while (this.#queue.length > 0) {
        if (written >= limits.groupPauseFromEvents && limits.groupPauseMs > 0) await timers.sleep(limits.groupPauseMs);
        else await timers.turn();
        written = await this.#writeBatch();
      }
      this.#writing = false;
    } catch (error) {
      // Nobody is told "written": the worker that ends this till, or the next process, reads what stands there.
      if (!this.#options.onBroken(error)) return;
      this.#writing = false;
      this.#fenced = true;
      for (const entry of [...this.#underWay, ...this.#queue.splice(0)]) entry.cutOff();
    }
  }

  async #writeBatch(): Promise<number> {
    const batch = this.#takeBatch();
    this.#underWay = batch;
    try {
      await this.#append(batch);
    } catch (error) {
      if (!(error instanceof InvalidAppend)) throw error;
      const [first, ...others] = batch;
      if (others.length === 0) first?.invalid(error);
      else {
        this.#queue.unshift(...batch);
        this.#alone = batch.length;
      }
    }
    this.#underWay = [];
    return batch.length;
  }

  async #append(batch: readonly TillEntry[]): Promise<void> {
    const { store, stream, onFenced } = this.#options;
    if (!this.#fenced) {
      const outcome = await store.append(
        stream,
        this.#revision,
        batch.map(({ event }) => event),
        WITHOUT_POSITION,
      );
      if (outcome.outcome === 'appended') {
        this.#revision = outcome.revision;
        this.#underWay = [];
        const first = outcome.revision - batch.length + 1;
        for (const [index, entry] of batch.entries()) entry.written((first + index) as Revision);
        return;
      }
      this.#fenced = true;
      onFenced();
    }
    for (const entry of batch) entry.cutOff();
  }

  #takeBatch(): readonly TillEntry[] {
    if (this.#alone > 0) {
      this.#alone -= 1;
      return this.#queue.splice(0, 1);
    }
    let bytes = 0;
    let count = 0;
    for (const { event } of this.#queue) {
      bytes += Buffer.byteLength(event.data) + ENVELOPE_BYTES;
      if (count > 0 && (count === APPEND_EVENTS_MAX || bytes > APPEND_BYTES_MAX)) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }
}
