import type { EventContext } from '../events/codec.ts';
import { changeStream, loadStream, type Decider, type StreamChange } from '../events/stream-change.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { Decision } from '../shared/result.ts';
import { type BooksCommand, decide } from './decide.ts';
import { BOOKS_STREAM, type BooksEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { type Books, initialBooks } from './state.ts';

export type { Books, Period } from './state.ts';

export const booksDecider: Decider<BooksCommand, Books, BooksEvent> = { decide, evolve, initial: initialBooks };

/** Throws StoreUnavailable; the same command may follow, it does nothing the second time. */
export const changeBooks = (
  store: EventStore,
  command: BooksCommand,
  context: EventContext,
): Promise<StreamChange<Books, BooksEvent>> => changeStream(store, BOOKS_STREAM, booksDecider, command, context);

/** What would be decided now; nothing is written. Throws StoreUnavailable. */
export async function wouldChangeBooks(store: EventStore, command: BooksCommand): Promise<Decision<BooksEvent>> {
  return decide(command, (await loadStream(store, BOOKS_STREAM, booksDecider)).state);
}
