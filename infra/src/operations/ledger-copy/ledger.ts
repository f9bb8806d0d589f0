import {
  type EventStore,
  type EventToAppend,
  type Position,
  type RecordedEvent,
  START,
} from '@ledgate/domain/ports/event-store';
import { pagesOf } from '@ledgate/projections/shared/pages';
import { PAGE_EVENTS } from './limits.ts';

/** An event as it is in every store, without the position that only one store gives it. */
export type MovableEvent = Omit<RecordedEvent, 'position'>;

/** All events of a ledger in their global order, as often as they are asked for. */
export type Ledger = { pages(): AsyncIterable<readonly MovableEvent[]> };

/** What stands in a store up to a position, by default the head at the time of the call. */
export async function ledgerOf(store: Pick<EventStore, 'readAll' | 'head'>, upTo?: Position): Promise<Ledger> {
  const last = upTo ?? (await store.head());
  return { pages: () => pagesOf(store, START, last, PAGE_EVENTS) };
}

/** As it is written into another store: with the time at which the first one recorded it. */
export const movedEvent = ({ id, type, data, metadata, recordedAt }: MovableEvent): EventToAppend => ({
  id,
  type,
  data,
  metadata: { ...metadata, recordedAt },
});

/** `stream@revision (type)`, for people. */
export const nameOf = ({ stream, revision, type }: Pick<MovableEvent, 'stream' | 'revision' | 'type'>): string =>
  `${stream}@${revision} (${type})`;
