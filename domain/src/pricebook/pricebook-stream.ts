import { decode, type EventContext } from '../events/codec.ts';
import { changeStream, type Decider, type Loaded, type StreamChange } from '../events/stream-change.ts';
import { type EventStore, type ExpectedRevision, NO_STREAM, type Revision } from '../ports/event-store.ts';
import type { Decision } from '../shared/result.ts';
import { decide, type PriceBookCommand } from './decide.ts';
import { PRICE_BOOK_STREAM, type PriceBook, type PriceBookEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { bookInForce, initialPriceBooks, type PriceBooks, startOf } from './state.ts';

type Change = Exclude<PriceBookCommand, { type: 'PublishDefaults' }>;

const decider: Decider<PriceBookCommand, PriceBooks, PriceBookEvent> = { decide, evolve, initial: initialPriceBooks };

/** Each event is a whole book, so the last one that has started, and those behind it, say all. */
async function loaded(store: EventStore, nowMs: number): Promise<Loaded<PriceBooks>> {
  const events: PriceBookEvent[] = [];
  let revision: ExpectedRevision = NO_STREAM;
  let before: Revision | undefined;
  for (;;) {
    const [recorded] = await store.readStreamBackwards(PRICE_BOOK_STREAM, 1, before);
    if (recorded === undefined) break;
    const { event } = decode<PriceBookEvent>(recorded);
    events.unshift(event);
    if (revision === NO_STREAM) revision = recorded.revision;
    if (startOf(event.data) <= nowMs || recorded.revision === 0) break;
    before = (recorded.revision - 1) as Revision;
  }
  return { state: events.reduce(evolve, initialPriceBooks), revision };
}

/** The price book that holds at the time: the highest version that has started, or the built-in one. */
export const currentPriceBook = async (store: EventStore, nowMs: number): Promise<PriceBook> =>
  bookInForce((await loaded(store, nowMs)).state, nowMs);

type Tried =
  | { readonly ok: true; readonly before: PriceBook; readonly after: PriceBook }
  | Extract<Decision<never>, { ok: false }>;

/** The book that a command would change, and what it would become; nothing is written. `fromMs`: when the change would start. */
export async function tryPriceBook(store: EventStore, command: Change, fromMs: number): Promise<Tried> {
  const { state } = await loaded(store, command.nowMs);
  const decision = decide(command, state);
  if (!decision.ok) return decision;
  const after = decision.events.reduce(evolve, state);
  return { ok: true, before: bookInForce(state, fromMs), after: bookInForce(after, fromMs) };
}

/** Parallel saves of different options all take effect: a conflict reads and decides again. Throws StoreUnavailable; the same command may follow. */
export const changePriceBook = async (
  store: EventStore,
  command: PriceBookCommand,
  context: EventContext,
): Promise<StreamChange<PriceBooks, PriceBookEvent>> =>
  changeStream(
    store,
    PRICE_BOOK_STREAM,
    decider,
    command,
    context,
    await loaded(store, command.type === 'PublishDefaults' ? context.occurredAtMs : command.nowMs),
  );
