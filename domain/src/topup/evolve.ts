import { unknownEvent } from '../events/written-by-later-release.ts';
import type { TopUpEvent } from './events.ts';
import type { TopUp } from './state.ts';

/** What is reversed was paid, and stays so. Throws when the stream cannot be one that the decider wrote. */
export function evolve(topUp: TopUp, event: TopUpEvent): TopUp {
  if (event.type === 'TopUpRequested') return { status: 'requested', order: event.data };
  if (topUp.status === 'missing') throw new Error(`${event.type} without an order`);
  switch (event.type) {
    case 'TopUpPaid':
      return { status: 'paid', order: topUp.order, paid: event.data };
    case 'TopUpFailed':
      return { status: 'failed', order: topUp.order };
    case 'TopUpReversed':
      return topUp;
    default:
      return unknownEvent(event);
  }
}
