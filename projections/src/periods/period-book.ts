import type { ClosedPeriod } from '@ledgate/domain/books/decide';
import { BOOKS_STREAM, type BooksEvent } from '@ledgate/domain/books/events';
import { type Books, booksDecider, type Period } from '@ledgate/domain/books/books-stream';
import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { EventStore, Position, Revision } from '@ledgate/domain/ports/event-store';

const PAGE_EVENTS = 250;

type Ended = Extract<BooksEvent, { readonly type: 'PeriodEnded' }>;

/** A period with what became of it (docs/ledger.md#periods). Times with `Ms` in Unix milliseconds. */
export type BookedPeriod = Period & {
  /** By which its close was begun last. */
  readonly ended: Recorded<Ended>;
  /** Its last whole close; undefined before the first. */
  readonly closed: (ClosedPeriod & { readonly closedAtMs: number; readonly closedPosition: Position }) | undefined;
  /** Why it was opened again last; undefined where it never was. */
  readonly reopened: { readonly reason: string; readonly atMs: number } | undefined;
};

type Told = Pick<BookedPeriod, 'ended' | 'closed' | 'reopened'>;

/**
 * The periods, from the ledger's own stream of them: nothing is told later than it is written. What was read once is kept, so that each further reading
 * takes what is new alone.
 */
export class PeriodBook {
  readonly #store: Pick<EventStore, 'readStream'>;
  #books: Books = booksDecider.initial;
  readonly #told = new Map<number, Told>();
  #next = 0;
  #reading: Promise<void> | undefined;

  constructor(store: Pick<EventStore, 'readStream'>) {
    this.#store = store;
  }

  /** In the order of their ids, as the ledger has them at the call or later. Throws StoreUnavailable. */
  async read(): Promise<readonly BookedPeriod[]> {
    // A reading that is under way may have passed what was written since.
    await this.#reading?.catch(() => undefined);
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
    return this.#books.periods.flatMap((period) => {
      const told = this.#told.get(period.periodId);
      return told === undefined ? [] : [{ ...period, ...told }];
    });
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const page = await this.#store.readStream(BOOKS_STREAM, this.#next as Revision, PAGE_EVENTS);
      for (const stored of page) {
        const recorded = decode<BooksEvent>(stored);
        this.#books = booksDecider.evolve(this.#books, recorded.event);
        this.#tell(recorded);
        this.#next = stored.revision + 1;
      }
      if (page.length < PAGE_EVENTS) return;
    }
  }

  #tell(recorded: Recorded<BooksEvent>): void {
    const { event, atMs, position } = recorded;
    if (event.type === 'LogsCleaned' || event.data.periodId === null) return;
    const { periodId } = event.data;
    const before = this.#told.get(periodId);
    if (event.type === 'PeriodEnded')
      this.#told.set(periodId, { closed: undefined, reopened: undefined, ...before, ended: { ...recorded, event } });
    else if (before === undefined) return;
    else if (event.type === 'PeriodClosed')
      this.#told.set(periodId, { ...before, closed: { ...event.data, closedAtMs: atMs, closedPosition: position } });
    else this.#told.set(periodId, { ...before, reopened: { reason: event.data.reason, atMs } });
  }
}
