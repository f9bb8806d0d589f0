import type { EventStore, Position } from '@ledgate/domain/ports/event-store';

/** A store from which somebody has deleted the event at a position. */
export const withoutEvent = (
  store: EventStore,
  position: number,
): Pick<EventStore, 'readAll' | 'readStream' | 'head'> => ({
  readAll: async (after, limit) =>
    (await store.readAll(after, limit)).filter((event) => event.position !== (position as Position)),
  readStream: (...read) => store.readStream(...read),
  head: () => store.head(),
});
