import { decode, type EventContext } from '../events/codec.ts';
import { changeStream, type Decider, type Loaded, type StreamChange } from '../events/stream-change.ts';
import { type EventStore, NO_STREAM } from '../ports/event-store.ts';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { decide, type PriceBookCommand } from './decide.ts';
import { PRICE_BOOK_STREAM, type PriceBook, type PriceBookEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { initialPriceBooks, type PriceBooks } from './state.ts';

const decider: Decider<PriceBookCommand, PriceBooks, PriceBookEvent> = { decide, evolve, initial: initialPriceBooks };

/** Each event is a whole book, so the last one says all. */
async function last(store: EventStore): Promise<Loaded<PriceBooks>> {
  const [recorded] = await store.readStreamBackwards(PRICE_BOOK_STREAM, 1);
  if (recorded === undefined) return { state: initialPriceBooks, revision: NO_STREAM };
  return { state: evolve(initialPriceBooks, decode<PriceBookEvent>(recorded).event), revision: recorded.revision };
}

/** The price book that holds: the last one published, or the built-in one. */
export async function currentPriceBook(store: EventStore): Promise<PriceBook> {
  const { state } = await last(store);
  return state.status === 'published' ? state.book : defaultPriceBook();
}

/** Parallel saves of different options all take effect: a conflict reads and decides again. Throws StoreUnavailable; the same command may follow. */
export const changePriceBook = async (
  store: EventStore,
  command: PriceBookCommand,
  context: EventContext,
): Promise<StreamChange<PriceBooks, PriceBookEvent>> =>
  changeStream(store, PRICE_BOOK_STREAM, decider, command, context, await last(store));
