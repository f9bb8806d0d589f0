import type { EventContext } from '../events/codec.ts';
import { changeStream, type Decider, type Loaded, loadStream, type StreamChange } from '../events/stream-change.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { CodeId } from '../shared/ids.ts';
import { decide, type RedemptionCommand } from './decide.ts';
import { type RedemptionEvent, redemptionStream } from './events.ts';
import { evolve } from './evolve.ts';
import { initialRedemption, type Redemption } from './state.ts';

const decider: Decider<RedemptionCommand, Redemption, RedemptionEvent> = { decide, evolve, initial: initialRedemption };

export const loadRedemption = (store: EventStore, codeId: CodeId): Promise<Loaded<Redemption>> =>
  loadStream(store, redemptionStream(codeId), decider);

/**
 * One command to a code; of two that redeem it at the same time, one wins by revision and the other is refused with code_used. Throws
 * StoreUnavailable: whoever wanted to redeem then reads the code, and it is theirs if it is used by their account.
 */
export const changeRedemption = (
  store: EventStore,
  codeId: CodeId,
  command: RedemptionCommand,
  context: EventContext,
): Promise<StreamChange<Redemption, RedemptionEvent>> =>
  changeStream(store, redemptionStream(codeId), decider, command, context);
