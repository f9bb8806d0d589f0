import { v4 } from 'uuid';
import type { EventStore, EventToAppend, Position, RecordedEvent, Revision } from '../../ports/event-store.ts';
import type { EventId } from '../../shared/ids.ts';

/** The store of a running suite. */
export type StoreOf = () => EventStore;

/** A stream that no other test uses: a store may keep what earlier runs wrote. */
export const newStream = (): string => `contract-${v4()}`;

export const revision = (value: number): Revision => value as Revision;

export const newEvent = (data = '{}', metadata: Readonly<Record<string, string>> = {}): EventToAppend => ({
  id: v4() as EventId,
  type: 'SomethingHappened',
  data,
  metadata,
});

export const newEvents = (count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, index) => newEvent(`{"n":${index}}`));

export const idsOf = (events: readonly EventToAppend[]): string[] => events.map(({ id }) => id);

const PAGE_EVENTS = 200;

/** Everything after a position, read in pages. */
export async function readAllAfter(store: EventStore, after: Position): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await store.readAll(events.at(-1)?.position ?? after, PAGE_EVENTS);
    events.push(...page);
    if (page.length === 0) return events;
  }
}

export async function idsIn(store: EventStore, stream: string): Promise<string[]> {
  return idsOf(await store.readStream(stream, revision(0), 1_000));
}
