import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import { EXPORT_READ_EVENTS_MAX } from '../../limits.ts';

/** So many events are read at once at first. */
const FIRST_EVENTS = 16;

/**
 * The events at some positions, ascending, each of which there is. What lies between is read past where they are near to each other, so that there are few reads
 * whether they are all there is or a few among many. Throws StoreUnavailable, and what `decode` throws.
 */
export async function eventsAt(
  store: Pick<EventStore, 'readAll'>,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<readonly Recorded[]> {
  const found: Recorded[] = [];
  let size = FIRST_EVENTS;
  for (let next = positions[0]; next !== undefined; next = positions[found.length]) {
    signal.throwIfAborted();
    const page = await store.readAll((next - 1) as Position, Math.min(size, EXPORT_READ_EVENTS_MAX));
    const before = found.length;
    for (const event of page) {
      if (event.position !== positions[found.length]) continue;
      found.push(decode(event));
    }
    if (found.length === before) throw new Error(`the ledger has no event at position ${next}`);
    // Twice as many where a quarter of them was asked for, else half.
    size = (found.length - before) * 4 >= page.length ? Math.min(size * 2, EXPORT_READ_EVENTS_MAX) : Math.ceil(size / 2);
  }
  return found;
}
