import { decode, type EventContext } from '../events/codec.ts';
import { changeStream, type Decider, type Loaded, loadStream, type StreamChange } from '../events/stream-change.ts';
import type { EventStore, Revision } from '../ports/event-store.ts';
import { decide, type TopUpCommand } from './decide.ts';
import { type TopUpEvent, topUpStream } from './events.ts';
import { evolve } from './evolve.ts';
import { initialTopUp, type TopUp } from './state.ts';

const decider: Decider<TopUpCommand, TopUp, TopUpEvent> = { decide, evolve, initial: initialTopUp };

export const loadTopUp = (store: EventStore, tradeNo: string): Promise<Loaded<TopUp>> =>
  loadStream(store, topUpStream(tradeNo), decider);

/** One command to an order; of several that say it is paid, one wins by revision and the others do nothing. Throws StoreUnavailable. */
export const changeTopUp = (
  store: EventStore,
  tradeNo: string,
  command: TopUpCommand,
  context: EventContext,
): Promise<StreamChange<TopUp, TopUpEvent>> => changeStream(store, topUpStream(tradeNo), decider, command, context);

/** A payment stands among the first events of its order. */
const PAID_WITHIN_EVENTS = 10;

/** When an order's payment was claimed, by its writer's clock: Unix milliseconds. Throws when it is not paid. */
export async function paidMsOf(store: EventStore, tradeNo: string): Promise<number> {
  const events = await store.readStream(topUpStream(tradeNo), 0 as Revision, PAID_WITHIN_EVENTS);
  const paid = events.map((recorded) => decode<TopUpEvent>(recorded)).find(({ event }) => event.type === 'TopUpPaid');
  if (paid === undefined) throw new Error(`order ${tradeNo} is not paid`);
  return paid.atMs;
}
