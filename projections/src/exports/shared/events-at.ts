import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { EXPORT_READ_EVENTS_MAX } from '../../limits.ts';
import { lastEventUpTo } from '../../queries/head.ts';
import type { ExportSource } from '../layout.ts';

/** So many events are read at once at least. */
const EVENTS_MIN = 16;
/** Where one of so many events is asked for, they are read all. */
const NEAR = 4;

/**
 * The events at some positions, ascending, each of which there is. What lies between is read past where they are near to each other, so that there are few
 * reads whether they are all there is or a few among many. Throws StoreUnavailable, and what `decode` throws.
 */
export async function eventsAt(
  source: ExportSource,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<readonly Recorded[]> {
  const found: Recorded[] = [];
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  let size = last - first < positions.length * NEAR ? EXPORT_READ_EVENTS_MAX : EVENTS_MIN;
  for (let next = positions[0]; next !== undefined; next = positions[found.length]) {
    signal.throwIfAborted();
    const page = await pageFrom(source, next, size);
    const before = found.length;
    for (const event of page) if (event.position === positions[found.length]) found.push(decode(event));
    if (found.length === before) throw new Error(`the ledger has no event at position ${next}`);
    size =
      (found.length - before) * NEAR >= page.length
        ? Math.min(size * 2, EXPORT_READ_EVENTS_MAX)
        : Math.max(EVENTS_MIN, Math.ceil(size / 2));
  }
  return found;
}

/** From the event at a position on, or from seals before it: a ledger is read from an event on, whose positions may be far apart. */
async function pageFrom(
  { db, store }: ExportSource,
  position: number,
  size: number,
): Promise<readonly RecordedEvent[]> {
  for (let after = await lastEventUpTo(db, position - 1); ;) {
    const page = await store.readAll(after, size);
    const last = page.at(-1);
    if (last === undefined || last.position >= position) return page;
    after = last.position;
  }
}
