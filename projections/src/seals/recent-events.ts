import type { EventStore, Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { RECENT_CHARACTERS_MAX, RECENT_EVENTS_MAX } from '../limits.ts';

type Pages = Pick<EventStore, 'readAll'>;

/**
 * One reader follows the ledger's end; another that comes a moment later gets what he has just read without asking the store again. What is kept is one run of
 * events without a gap, bounded by number and by what their data hold.
 */
export class RecentEvents {
  readonly #store: Pages;
  #events: RecordedEvent[] = [];
  /** The position behind which the run begins. */
  #after: Position | undefined;
  #characters = 0;

  constructor(store: Pages) {
    this.#store = store;
  }

  /** For who goes ahead: his pages are kept. */
  readonly ahead: Pages['readAll'] = async (after, limit) => {
    const page = await this.#store.readAll(after, limit);
    this.#keep(after, page);
    return page;
  };

  /** For who follows: the same pages as the store has. */
  readonly behind: Pages['readAll'] = (after, limit) => {
    const kept = this.#pageBehind(after, limit);
    return kept === undefined ? this.#store.readAll(after, limit) : Promise.resolve(kept);
  };

  #keep(after: Position, page: readonly RecordedEvent[]): void {
    if (page.length === 0) return;
    const end = this.#events.at(-1)?.position ?? this.#after;
    if (after !== end) {
      this.#events = [];
      this.#after = after;
      this.#characters = 0;
    }
    for (const event of page) {
      this.#events.push(event);
      this.#characters += event.data.length;
    }
    let dropped = 0;
    while (this.#events.length - dropped > RECENT_EVENTS_MAX || this.#characters > RECENT_CHARACTERS_MAX) {
      const oldest = this.#events[dropped];
      if (oldest === undefined) break;
      this.#characters -= oldest.data.length;
      this.#after = oldest.position;
      dropped += 1;
    }
    if (dropped > 0) this.#events.splice(0, dropped);
  }

  /** undefined where the page is not wholly in the run: its end too is the store's to tell. */
  #pageBehind(after: Position, limit: number): readonly RecordedEvent[] | undefined {
    if (this.#after === undefined || after < this.#after) return undefined;
    let from = this.#events.length;
    while (from > 0 && (this.#events[from - 1]?.position ?? after) > after) from -= 1;
    const isPlace = from === 0 ? after === this.#after : this.#events[from - 1]?.position === after;
    if (!isPlace || from === this.#events.length) return undefined;
    return this.#events.slice(from, from + limit);
  }
}
