import { type AccountEvent, accountStream } from '@ledgate/domain/account/events';
import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import type { RequestId, TillId, UserId } from '@ledgate/domain/shared/ids';
import { type TillEvent, tillStream } from '@ledgate/domain/till/events';
import type { EndOfRequest } from './cashier.ts';

type Limits = { readonly pageEvents: number; readonly accountEvents: number };

/**
 * How a request ended, of any relay's, by what its till says, and its account: there a relay that was taken for dead records what it had still to
 * (docs/ledger.md#fences). Throws StoreUnavailable.
 */
export async function endOfRequest(
  store: EventStore,
  request: { readonly requestId: RequestId; readonly tillId: TillId; readonly accountId: UserId },
  limits: Limits,
): Promise<EndOfRequest> {
  let closedAtMs: number | undefined;
  let before: Revision | undefined;
  for (;;) {
    const page = await store.readStreamBackwards(tillStream(request.tillId), limits.pageEvents, before);
    for (const recorded of page) {
      const { event, atMs } = decode<TillEvent>(recorded);
      if (event.type === 'TillClosed') closedAtMs = atMs;
      if (!('requestId' in event.data) || event.data.requestId !== request.requestId) continue;
      if (event.type === 'ConsumptionRecorded') return { end: 'charged', closedAtMs };
      if (event.type === 'AttemptsFailed') return { end: 'free', closedAtMs };
    }
    const oldest = page.at(-1)?.revision;
    if (oldest === undefined || oldest === 0 || page.length < limits.pageEvents) break;
    before = (oldest - 1) as Revision;
  }
  const late = await store.readStreamBackwards(accountStream(request.accountId), limits.accountEvents);
  return { end: late.some((recorded) => isChargeOf(recorded, request.requestId)) ? 'charged' : undefined, closedAtMs };
}

function isChargeOf(recorded: RecordedEvent, requestId: RequestId): boolean {
  if (recorded.type !== 'LateConsumptionRecorded' && recorded.type !== 'ConsumptionCorrected') return false;
  const { event } = decode<AccountEvent>(recorded);
  return 'charge' in event.data && event.data.charge.requestId === requestId;
}
