import type { EventContext } from '../events/codec.ts';
import { changeStream, type Decider, type StreamChange } from '../events/stream-change.ts';
import type { EventStore } from '../ports/event-store.ts';
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
