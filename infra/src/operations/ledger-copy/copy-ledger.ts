import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AppendOutcome,
  type EventStore,
  type Position,
  START,
  StoreUnavailable,
  namedPosition,
} from '@ledgate/domain/ports/event-store';
import { appendsOf, together } from './appends.ts';
import { differenceBetween, LedgersDiffer } from './difference.ts';
import { type Ledger, type MovableEvent, nameOf } from './ledger.ts';
import {
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
  SILENCE_MAX_MS,
  TOGETHER_BYTES_MAX,
  UNEXPLAINED_CONFLICTS_MAX,
} from './limits.ts';

type CopyTarget = Pick<EventStore, 'append' | 'readAll'>;

type CopyOptions = {
  /**
   * The target writes appends that are asked for at once in their order, and none behind one that it did not write (the Postgres adapter, in one
   * transaction). Otherwise the next append is asked for when the one before it has been acknowledged.
   */
  readonly inOrder?: boolean;
  /** Called after each page with the number of events that are in the target. */
  readonly onEvents?: (events: number) => void;
  /** Called once when the target has been found to hold a beginning of the ledger, before anything is written. */
  readonly beforeWriting?: () => Promise<void>;
  /** Off to look only. */
  readonly writes?: boolean;
  readonly silenceMaxMs?: number;
};

export type Copied = {
  /** Events that the target held already. */
  readonly present: number;
  readonly written: number;
};

/**
 * Copies a ledger in its global order, every event at its own revision, with id, metadata and the time it was recorded. The target must hold a
 * beginning of the same ledger, or nothing: what is there is compared event by event, and copying goes on behind it. So a copy that was broken off
 * anywhere is finished by the next one, and nothing about it is kept anywhere else. Throws LedgersDiffer, which names the first event that differs;
 * StoreUnavailable when a store is out of reach for SILENCE_MAX_MS.
 */
export async function copyLedger(source: Ledger, target: CopyTarget, options: CopyOptions = {}): Promise<Copied> {
  const copy = new LedgerCopy(target, options);
  for await (const page of source.pages()) {
    await copy.page(page);
    options.onEvents?.(copy.copied.present + copy.copied.written);
    if (options.writes === false && copy.isAtEnd) break;
  }
  await copy.end();
  return copy.copied;
}

class LedgerCopy {
  readonly #target: CopyTarget;
  readonly #options: CopyOptions;
  /** Of the last event of the target that is known to be the ledger's. */
  #at: Position = START;
  /** What is to be written behind it. */
  #missing: readonly MovableEvent[] = [];
  #isAtEnd = false;
  #hasBegun = false;
  #present = 0;
  #written = 0;

  constructor(target: CopyTarget, options: CopyOptions) {
    this.#target = target;
    this.#options = options;
  }

  get copied(): Copied {
    return { present: this.#present, written: this.#written };
  }

  /** All that the target holds has been compared. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  async page(page: readonly MovableEvent[]): Promise<void> {
    const missing = this.#isAtEnd ? page : await this.#withoutPresent(page);
    this.#present += page.length - missing.length;
    if (missing.length === 0 || this.#options.writes === false) return;
    await this.#begin();
    this.#written += missing.length;
    await this.#write(missing);
  }

  /** Nothing may stand behind the ledger's last event. */
  async end(): Promise<void> {
    if (!this.#isAtEnd) {
      const [more] = await this.#target.readAll(this.#at, 1);
      if (more !== undefined)
        throw new LedgersDiffer(`the target holds ${nameOf(more)}, which the ledger does not have`);
    }
    if (this.#options.writes !== false) await this.#begin();
  }

  async #begin(): Promise<void> {
    if (!this.#hasBegun) await this.#options.beforeWriting?.();
    this.#hasBegun = true;
  }

  async #write(events: readonly MovableEvent[]): Promise<void> {
    this.#missing = events;
    let conflicts = 0;
    let silentSinceMs: number | undefined;
    for (let pauseMs = RETRY_FIRST_MS; this.#missing.length > 0;) {
      const before = this.#missing.length;
      try {
        if (await this.#append()) return;
        this.#missing = await this.#withoutPresent(this.#missing);
        silentSinceMs = undefined;
        conflicts = this.#missing.length < before ? 0 : conflicts + 1;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (this.#missing.length < before) silentSinceMs = undefined;
        silentSinceMs ??= performance.now();
        if (performance.now() - silentSinceMs > (this.#options.silenceMaxMs ?? SILENCE_MAX_MS)) throw error;
        await sleep(pauseMs);
        pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS);
        this.#missing = await this.#withoutPresent(this.#missing).catch((cause: unknown) => {
          if (cause instanceof StoreUnavailable) return this.#missing;
          throw cause;
        });
      }
      const [first] = this.#missing;
      if (conflicts > UNEXPLAINED_CONFLICTS_MAX && first !== undefined)
        throw new LedgersDiffer(`the target refuses ${nameOf(first)} and shows nothing in its place`);
    }
  }

  /** Writes what is missing; false when the target says that something else stands where an append should. */
  async #append(): Promise<boolean> {
    for (const group of together(appendsOf(this.#missing), this.#options.inOrder === true ? TOGETHER_BYTES_MAX : 0)) {
      const outcomes = await allSettled(
        group.map(({ stream, expected, events }) => this.#target.append(stream, expected, events)),
      );
      if (outcomes.some(({ outcome }) => outcome === 'conflict')) return false;
      for (const [index, outcome] of outcomes.entries()) this.#acknowledged(group[index]?.events.length ?? 0, outcome);
    }
    return true;
  }

  #acknowledged(events: number, outcome: AppendOutcome): void {
    if (outcome.outcome === 'appended') this.#at = namedPosition(outcome);
    this.#missing = this.#missing.slice(events);
  }

  /** Compares with what stands behind #at; what is left is what the target does not hold yet. */
  async #withoutPresent(events: readonly MovableEvent[]): Promise<readonly MovableEvent[]> {
    const found = await this.#target.readAll(this.#at, events.length);
    for (const [index, event] of found.entries()) {
      const expected = events[index];
      const difference =
        expected === undefined ? `${nameOf(event)} is one too many` : differenceBetween(expected, event);
      if (difference !== undefined) throw new LedgersDiffer(`the target holds another ledger: ${difference}`);
    }
    this.#at = found.at(-1)?.position ?? this.#at;
    this.#isAtEnd = found.length < events.length;
    return events.slice(found.length);
  }
}

/** Waits for all, then throws the first error: nothing is under way any more. */
async function allSettled<Value>(works: readonly Promise<Value>[]): Promise<Value[]> {
  const outcomes = await Promise.allSettled(works);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
