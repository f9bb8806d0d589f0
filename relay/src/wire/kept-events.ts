import { KEPT_STREAM_BYTES_MAX } from '../limits.ts';
import type { JsonObject } from './json.ts';
import { eventsIn, jsonIn } from './sse.ts';

/** Events kept as bytes: they are parsed when somebody asks, or when there are more than `KEPT_STREAM_BYTES_MAX` bytes of them. */
export class KeptEvents {
  readonly #take: (told: JsonObject) => void;
  #kept: Buffer[] = [];
  #bytes = 0;

  /** `take` gets each in its order, but for those whose data is no object. */
  constructor(take: (told: JsonObject) => void) {
    this.#take = take;
  }

  /** Whole events. */
  keep(events: Buffer): void {
    this.#kept.push(events);
    this.#bytes += events.length;
    if (this.#bytes > KEPT_STREAM_BYTES_MAX) this.read();
  }

  read(): void {
    if (this.#bytes === 0) return;
    const events = eventsIn(Buffer.concat(this.#kept, this.#bytes));
    this.#kept = [];
    this.#bytes = 0;
    for (const event of events) {
      const told = jsonIn(event);
      if (told !== undefined) this.#take(told);
    }
  }
}
