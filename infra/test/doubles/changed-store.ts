import type { EventStore, RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { Ledger } from '../../src/operations/ledger-copy/ledger.ts';

/** A ledger as it would be if somebody had changed events of the store behind its back. */
export const changedLedger = (ledger: Ledger, change: (event: RecordedEvent) => RecordedEvent | undefined): Ledger => ({
  async *pages() {
    for await (const page of ledger.pages())
      yield (page as readonly RecordedEvent[]).flatMap((event) => change(event) ?? []);
  },
});

/** A process that ends: not an error that anybody handles. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** The `nth` append (0 the first) does not come to its end: `error` is thrown before or after it was written. */
export function breakingAt(
  store: EventStore,
  nth: number,
  moment: 'before' | 'after',
  error: Error = new Crash('killed'),
): Pick<EventStore, 'append' | 'readAll'> {
  let appends = 0;
  return {
    readAll: (after, limit) => store.readAll(after, limit),
    append: async (...batch) => {
      const isBroken = appends === nth;
      appends += 1;
      if (isBroken && moment === 'before') throw error;
      const outcome = await store.append(...batch);
      if (isBroken) throw error;
      return outcome;
    },
  };
}
