import { encode } from '@ledgate/domain/events/codec';
import type { EventToAppend } from '@ledgate/domain/ports/event-store';
import type { RequestId, TillId } from '@ledgate/domain/shared/ids';
import type { TillEvent } from '@ledgate/domain/till/events';

type EventsOfOneTill = { readonly tillId: TillId; readonly actor: string };

/**
 * Till events with ids that a retry makes again: of the till for its own life, of till and request for a request's beginning and its one end.
 */
export const tillEvent = ({ tillId, actor }: EventsOfOneTill, event: TillEvent, requestId: RequestId | undefined, occurredAtMs: number): EventToAppend => {
  const part = event.type === 'ConsumptionRecorded' || event.type === 'AttemptsFailed' ? 'Ended' : event.type;
  const [encoded] = encode([event], {
    commandId: `till-${tillId}/${part}/${requestId ?? ''}`,
    correlationId: requestId ?? tillId,
    occurredAtMs,
    actor,
    ...('accountId' in event.data ? { accountId: event.data.accountId } : {}),
  });
  if (encoded === undefined) throw new Error('one event makes one encoded event');
  return encoded;
};
