import { decode } from '@ledgate/domain/events/codec';
import { lastEventUpTo } from '../../queries/head.ts';
import { quotaPerUnitAt } from '../../queries/quota-per-unit.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import { EXPORT_READ_EVENTS_MAX } from '../../limits.ts';
import type { ExportSource } from '../layout.ts';
import type { ExportOrder } from '../order.ts';

/**
 * Quota units that 1 USD is at the end of a range, decimal text. The end itself is of the range behind it. A range without an end ends when the last event
 * that the order sees was written: the same whenever it is asked for. Throws StoreUnavailable.
 */
export async function quotaPerUnitAtEnd(
  source: ExportSource,
  { range: { toS }, position }: ExportOrder,
  { before }: PositionRange,
): Promise<string> {
  const end = {
    position: Math.max(0, Math.min(before - 1, position)),
    atMs: toS === undefined ? await recordedAtMs(source, position) : toS * 1_000 - 1,
  };
  return (await quotaPerUnitAt(source.db, [end]))(end);
}

/** Of the last event with an index up to a position, Unix milliseconds; 0 where there is none. */
async function recordedAtMs({ db, store }: ExportSource, position: number): Promise<number> {
  const last = await lastEventUpTo(db, position);
  let at = await lastEventUpTo(db, last - 1);
  while (at < last) {
    // Only seals can stand between the two.
    const read = await store.readAll(at, EXPORT_READ_EVENTS_MAX);
    const found = read.find((event) => event.position === last);
    if (found !== undefined) return decode(found).recordedAtMs;
    at = read.at(-1)?.position ?? last;
  }
  return 0;
}
