import { type AccountEvent, accountStream } from '@ledgate/domain/account/events';
import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import { ADJUSTMENT_PAGE_EVENTS, ADJUSTMENT_SOUGHT_PAGES_MAX } from '../limits.ts';

/**
 * Where the adjustment with this source stands in the ledger, whoever has brought it there. Looked for from the newest event backwards, since it was
 * written a moment ago; undefined when it is not among the last ADJUSTMENT_SOUGHT_PAGES_MAX pages. Throws StoreUnavailable.
 */
export async function placeOfAdjustment(
  store: EventStore,
  userId: UserId,
  source: SourceId,
): Promise<Position | undefined> {
  let before: Revision | undefined;
  for (let pages = 0; pages < ADJUSTMENT_SOUGHT_PAGES_MAX; pages += 1) {
    const page = await store.readStreamBackwards(accountStream(userId), ADJUSTMENT_PAGE_EVENTS, before);
    const found = page.find((recorded) => sourceOf(recorded) === source);
    if (found !== undefined) return found.position;
    const oldest = page.at(-1);
    if (oldest === undefined || oldest.revision === 0) return undefined;
    before = (oldest.revision - 1) as Revision;
  }
  return undefined;
}

function sourceOf(recorded: RecordedEvent): SourceId | undefined {
  if (recorded.type !== 'QuotaAdjusted') return undefined;
  const { event } = decode<AccountEvent>(recorded);
  return event.type === 'QuotaAdjusted' ? event.data.source : undefined;
}
