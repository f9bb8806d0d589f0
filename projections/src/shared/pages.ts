import type { EventStore, Position, RecordedEvent } from '@ledgate/domain/ports/event-store';

/** The events after `after` up to `upTo` (inclusive), in pages; the next page is read while one is used. Throws StoreUnavailable. */
export async function* pagesOf(
  store: Pick<EventStore, 'readAll'>,
  after: Position,
  upTo: Position,
  pageEvents: number,
): AsyncGenerator<readonly RecordedEvent[]> {
  let reading: Promise<readonly RecordedEvent[]> | undefined =
    after < upTo ? store.readAll(after, pageEvents) : undefined;
  while (reading !== undefined) {
    const page: readonly RecordedEvent[] = await reading;
    const last = page.at(-1);
    reading = last === undefined || last.position >= upTo ? undefined : store.readAll(last.position, pageEvents);
    reading?.catch(() => undefined);
    const wanted = last !== undefined && last.position > upTo ? page.filter(({ position }) => position <= upTo) : page;
    if (wanted.length > 0) yield wanted;
  }
}
