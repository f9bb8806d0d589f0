import { encode } from '@ledgate/domain/events/codec';
import type { EventToAppend } from '@ledgate/domain/ports/event-store';
import type { RequestId, TillId } from '@ledgate/domain/shared/ids';
import type { TillEvent } from '@ledgate/domain/till/events';

type EventsOfOneTill = { readonly tillId: TillId; readonly actor: string };

/** The request that an event is about; `starts`: how many ConsumptionStarted it has, this one included. */
type AboutRequest = { readonly requestId: RequestId; readonly starts: number };

/**
 * Till events with ids that a retry makes again: of the till for its own life, of till and request for a request's beginnings, each with its
 * number, and its one end.
 */
export const tillEvent = (
  { tillId, actor }: EventsOfOneTill,
  event: TillEvent,
  about: AboutRequest | undefined,
  occurredAtMs: number,
): EventToAppend => {
  const [encoded] = encode([event], {
    commandId: `till-${tillId}/${partOf(event, about)}/${about?.requestId ?? ''}`,
    correlationId: about?.requestId ?? tillId,
    occurredAtMs,
    actor,
    ...('accountId' in event.data ? { accountId: event.data.accountId } : {}),
  });
  if (encoded === undefined) throw new Error('one event makes one encoded event');
  return encoded;
};

function partOf({ type }: TillEvent, about: AboutRequest | undefined): string {
  if (type === 'ConsumptionRecorded' || type === 'AttemptsFailed') return 'Ended';
  return type === 'ConsumptionStarted' ? `${type}-${about?.starts ?? 1}` : type;
}
