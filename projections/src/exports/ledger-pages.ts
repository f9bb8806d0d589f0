import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { EXPORT_PAGE_EVENTS } from '../limits.ts';
import { headAt, knownPart, lastEventUpTo } from '../queries/head.ts';
import { type PositionRange, positionRangeOf } from '../queries/ranges.ts';
import type { Queryable } from '../shared/database.ts';
import type { ExportSource } from './layout.ts';
import type { ExportOrder } from './order.ts';

/** The positions that an export tells of: its range, as far as the ledger went at its position. */
export const positionsOf = async (
  db: Queryable,
  { range, position }: Pick<ExportOrder, 'range' | 'position'>,
): Promise<PositionRange> => knownPart(await positionRangeOf(db, range), headAt(position));

/**
 * The events of a range in their order, EXPORT_PAGE_EVENTS at most at once, seals too; only those behind `after` (0: all). Throws StoreUnavailable, and the
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
    const read = await store.readAll(at, EXPORT_PAGE_EVENTS);
    const page = read.filter(({ position }) => position >= from && position < before);
    if (page.length > 0) yield page;
    const last = read.at(-1);
    if (last === undefined) return;
    at = last.position;
  }
}
