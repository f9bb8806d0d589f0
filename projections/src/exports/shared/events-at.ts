import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { Position } from '@ledgate/domain/ports/event-store';
import { EXPORT_READ_EVENTS_MAX } from '../../limits.ts';
import { lastEventUpTo } from '../../queries/head.ts';
import type { ExportSource } from '../layout.ts';

/** So many events are read at once at least. */
const EVENTS_MIN = 16;
/** Where of so many events read one was asked for, the next one is looked for right behind them. */
const NEAR = 4;

/**
 * The events at some positions, ascending, each of which there is and has an index. What lies between is read past where they are near to each other, so that there
 * are few reads whether they are all there is or a few among many. Throws StoreUnavailable, and what `decode` throws.
 */
export async function eventsAt(
  { db, store }: ExportSource,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<readonly Recorded[]> {
  const found: Recorded[] = [];
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  let size = last - first < positions.length * NEAR ? EXPORT_READ_EVENTS_MAX : EVENTS_MIN;
  let after: Position | undefined;
  /** The position that the event before was asked for of. */
  let sought = 0;
  for (let next = positions[0]; next !== undefined; next = positions[found.length]) {
    signal.throwIfAborted();
    if (after === undefined) sought = next;
    const page = await store.readAll(after ?? (await lastEventUpTo(db, next - 1)), size);
    const before = found.length;
    for (const event of page) if (event.position === positions[found.length]) found.push(decode(event));
    const end = page.at(-1)?.position;
    if (end === undefined || (end >= next && found.length === before))
      throw new Error(`the ledger has no event at position ${next}`);
    const isNear = (found.length - before) * NEAR >= page.length;
    // Between the event before and what is sought stand seals alone, which have no index.
    after = isNear || (sought === next && end < next) ? end : undefined;
    size = isNear ? Math.min(size * 2, EXPORT_READ_EVENTS_MAX) : Math.max(Math.ceil(size / 2), EVENTS_MIN);
  }
  return found;
}
