import type { Recorded } from '@ledgate/domain/events/codec';
import { postings } from '@ledgate/domain/postings/postings';

/**
 * By which time an event makes ranges begin (docs/ledger.md#ranges-of-time), in Unix milliseconds: its own where it posts, and of the end of a period that
 * end, however long after it was written. undefined: by none.
 */
export function beginsAt(recorded: Recorded): number | undefined {
  if (recorded.event.type === 'PeriodEnded') return recorded.event.data.end * 1_000;
  return postings(recorded).length > 0 ? recorded.atMs : undefined;
}
