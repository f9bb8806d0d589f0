import { EXPORT_SUMS_MAX } from '../../limits.ts';
import type { PositionRange } from '../../queries/ranges.ts';
import type { ExportSource } from '../layout.ts';
import type { ExportOrder } from '../order.ts';
import { type PostedEvent, postedEvents } from '../journal/posted-events.ts';
import { SmallestSums } from './smallest-sums.ts';

type SumsOf<Key extends string | number, Sum> = {
  readonly compare: (one: Key, other: Key) => number;
  readonly none: () => Sum;
  /** What an event changes: accounts, and how; `isBefore` the range. */
  readonly changes: (event: PostedEvent, isBefore: boolean) => readonly (readonly [Key, (sum: Sum) => Sum])[];
  /** Whether what was before the range changes nothing, and need not be read. */
  readonly isOfRange?: boolean;
};

/**
 * Sums by account of the events that a filter takes, before a range and in it, in the accounts' order: for what read models have no sums of. Reads the ledger
 * once for every `max` accounts. Throws as `postedEvents`.
 */
export async function* filteredSums<Key extends string | number, Sum>(
  source: ExportSource,
  order: ExportOrder,
  { from, before }: PositionRange,
  { compare, none, changes, isOfRange = false }: SumsOf<Key, Sum>,
  signal: AbortSignal,
  max = EXPORT_SUMS_MAX,
): AsyncGenerator<readonly (readonly [Key, Sum])[]> {
  const read = { from: isOfRange ? from : 0, before };
  let last: Key | undefined;
  for (;;) {
    const sums = new SmallestSums<Key, Sum>(compare, max);
    for await (const { events } of postedEvents(source, read, order, 0, signal))
      for (const event of events)
        for (const [key, change] of changes(event, event.recorded.position < from))
          if (last === undefined || compare(key, last) > 0) sums.add(key, none, change);
    const sorted = sums.sorted();
    yield sorted;
    last = sorted.at(-1)?.[0];
    if (!sums.isCut) return;
  }
}
