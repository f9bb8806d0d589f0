import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { EXPORT_READ_EVENTS_MAX } from '../../limits.ts';
import { lastEventUpTo } from '../../queries/head.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import type { ExportSource } from '../layout.ts';

/**
 * The events of a range in their order, EXPORT_READ_EVENTS_MAX at most at once, seals too; only those behind `after` (0: all). Throws StoreUnavailable, and the
 * signal's reason.
 */
export async function* ledgerPages(
  { db, store }: ExportSource,
  { from, before }: PositionRange,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[]> {
  if (from >= before) return;
  let at = after >= from && after > 0 ? (after as Position) : await lastEventUpTo(db, from - 1);
  while (at < before - 1) {
    signal.throwIfAborted();
    const read = await store.readAll(at, EXPORT_READ_EVENTS_MAX);
    const page = read.filter(({ position }) => position >= from && position < before);
    if (page.length > 0) yield page;
    const last = read.at(-1);
    if (last === undefined) return;
    at = last.position;
  }
}
