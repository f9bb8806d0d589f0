import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import {
  type EventStore,
  NO_STREAM,
  type Position,
  type Revision,
  namedPosition,
} from '@ledgate/domain/ports/event-store';

/** Appends events to any stream as their writers would, revisions kept; for tests and benchmarks that need a ledger without a product. */
export class LedgerWriter {
  readonly #store: EventStore;
  readonly #revisions = new Map<string, number>();
  #commands = 0;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Answers the position of the last event. Throws on a conflict: nobody else writes these streams. */
  async append(stream: string, atMs: number, ...events: readonly LedgerEvent[]): Promise<Position> {
    const before = this.#revisions.get(stream);
    this.#commands += 1;
    const context = {
      commandId: `${stream}/${before ?? 'first'}`,
      correlationId: `test-${this.#commands}`,
      occurredAtMs: atMs,
      actor: 'user-1',
    };
    // As a till does: an event about an account says so, which names its partition.
    const encoded = events.flatMap((event, index) =>
      encode(
        [event],
        {
          ...context,
          ...('accountId' in event.data && stream.startsWith('till-') ? { accountId: event.data.accountId } : {}),
        },
        index,
      ),
    );
    const outcome = await this.#store.append(stream, before === undefined ? NO_STREAM : (before as Revision), encoded);
    if (outcome.outcome === 'conflict') throw new Error(`conflict on ${stream} at ${outcome.actual}`);
    this.#revisions.set(stream, (before ?? -1) + events.length);
    return namedPosition(outcome);
  }
}
