import { randomUUID } from 'node:crypto';
import type { EventStore, EventToAppend, Position, RecordedEvent, Revision } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';

export const revision = (value: number): Revision => value as Revision;

export const newEvents = (count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID() as EventId,
    type: 'SomethingHappened',
    data: `{"n":${index}}`,
    metadata: {},
  }));

const PAGE_EVENTS = 1_000;

/** The whole ledger, in order. */
export async function readLedger(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await store.readAll(events.at(-1)?.position ?? (0 as Position), PAGE_EVENTS);
    events.push(...page);
    if (page.length === 0) return events;
  }
}

/** 1, 2, 3, ... */
export const countingTo = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
