import type { TopUpEvent } from './events.ts';
import type { TopUp } from './state.ts';

/** Throws when the stream cannot be one that the decider wrote. */
export function evolve(topUp: TopUp, event: TopUpEvent): TopUp {
  if (event.type === 'TopUpRequested') return { status: 'requested', order: event.data };
  if (topUp.status === 'missing') throw new Error(`${event.type} without an order`);
  return { status: event.type === 'TopUpPaid' ? 'paid' : 'failed', order: topUp.order };
}
