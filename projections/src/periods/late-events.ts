import { SEAL_STREAM } from '@ledgate/domain/audit/events';
import { LATE_EVENTS_MAX } from '@ledgate/domain/books/events';
import { decode } from '@ledgate/domain/events/codec';
import type { RecordedEvent } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';
import { indexAt } from '../queries/head.ts';
import type { PositionRange } from '../queries/ranges.ts';
import type { ExportSource } from '../exports/layout.ts';
import { ledgerPages } from '../exports/shared/ledger-pages.ts';

/** Of events that post and stand behind the end of a period with a time before it the indexes, ascending, and whether there are more than LATE_EVENTS_MAX. */
type LateEvents = { readonly indexes: readonly number[]; readonly areMore: boolean };

/**
 * What came too late for a period that ends at `endMs` (Unix milliseconds): of the events in a range of positions that begins where the period ends. The ledger
 * is read for it, to the first event beyond what one revision lists. Throws StoreUnavailable, and the signal's reason.
 */
export async function lateEvents(
  source: ExportSource,
  behind: PositionRange,
  endMs: number,
  signal: AbortSignal,
): Promise<LateEvents> {
  const indexes: number[] = [];
  let index = await indexAt(source.db, (behind.from - 1) as RecordedEvent['position']);
  for await (const page of ledgerPages(source, behind, 0, signal))
    for (const stored of page) {
      if (stored.stream === SEAL_STREAM) continue;
      index += 1;
      if (!mayBeBefore(stored, endMs)) continue;
      const recorded = decode(stored);
      if (recorded.atMs >= endMs || postings(recorded).length === 0) continue;
      if (indexes.length === LATE_EVENTS_MAX) return { indexes, areMore: true };
      indexes.push(index);
    }
  return { indexes, areMore: false };
}

/** Whether either of its times is: to decode an event costs more than all the rest. */
const mayBeBefore = ({ recordedAt, metadata: { occurredAt } }: RecordedEvent, endMs: number): boolean =>
  Date.parse(recordedAt) < endMs || (occurredAt !== undefined && Date.parse(occurredAt) < endMs);
