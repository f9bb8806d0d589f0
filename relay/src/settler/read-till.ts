import { decode } from '@ledgate/domain/events/codec';
import type { EventStore, Revision } from '@ledgate/domain/ports/event-store';
import type { EventId, TillId } from '@ledgate/domain/shared/ids';
import { type TillEvent, tillStream } from '@ledgate/domain/till/events';
import { fold } from '@ledgate/domain/till/evolve';
import { initialTill, type Till } from '@ledgate/domain/till/state';

/** A till as it stands in the store, and its fence: whose id makes all further ids, and whose time is the end of what it cut off. */
export type TillReading = {
  readonly till: Till;
  readonly fence: { readonly id: EventId; readonly atMs: number } | undefined;
};

export const UNREAD: TillReading = { till: initialTill, fence: undefined };

/** Reads on from `before` to the stream's end, in pages of `pageEvents`. */
export async function readTill(
  store: EventStore,
  tillId: TillId,
  pageEvents: number,
  before: TillReading = UNREAD,
): Promise<TillReading> {
  const events: TillEvent[] = [];
  let { fence } = before;
  for (let next = before.till.revision + 1; ;) {
    const page = await store.readStream(tillStream(tillId), next as Revision, pageEvents);
    for (const recorded of page) {
      const { event, atMs } = decode<TillEvent>(recorded);
      if (event.type === 'TillFenced') fence = { id: recorded.id, atMs };
      events.push(event);
    }
    next += page.length;
    if (page.length < pageEvents) return { till: events.length === 0 ? before.till : fold(events, before.till), fence };
  }
}
