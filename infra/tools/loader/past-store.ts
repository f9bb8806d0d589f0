import type { EventStore, EventToAppend } from '@ledgate/domain/ports/event-store';

/**
 * Writes what happened as in a ledger that was moved from elsewhere: recorded when it occurred, and at `atMs` (Unix milliseconds) what says that it occurs
 * later. An event counts at the largest time up to its position, so one of today at the beginning would move all that follow it to today.
 */
export function pastStore(store: EventStore, atMs: number): EventStore {
  const latest = new Date(atMs).toISOString();
  const past = (event: EventToAppend): EventToAppend => {
    const { occurredAt = latest } = event.metadata;
    const then = occurredAt < latest ? occurredAt : latest;
    return { ...event, metadata: { ...event.metadata, occurredAt: then, recordedAt: then } };
  };
  return {
    append: (stream, expected, events, options) => store.append(stream, expected, events.map(past), options),
    readStream: (stream, from, limit) => store.readStream(stream, from, limit),
    readStreamBackwards: (stream, limit, before) => store.readStreamBackwards(stream, limit, before),
    readAll: (after, limit) => store.readAll(after, limit),
    head: () => store.head(),
    onAppended: (wake) => store.onAppended(wake),
  };
}
