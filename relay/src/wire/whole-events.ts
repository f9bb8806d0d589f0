import { EventTooLarge } from '../errors/event-too-large.ts';
import { EVENT_BYTES_MAX } from '../limits.ts';
import { HeldBytes } from './held-bytes.ts';
import { refuseDear, refuseSparse } from './refuse-dear.ts';
import { endOfLastEvent, endsAtLineStart, LineEnds } from './sse.ts';

const BLANK_LINE = Buffer.from('\n\n');

/** Cuts the bytes of a stream into whole events, however they come; what has no end yet waits. */
export class WholeEvents {
  readonly #lineEnds = new LineEnds();
  readonly #held = new HeldBytes();
  #atLineStart = true;

  /** The events that are whole by now, joined; undefined when there are none. Throws EventTooLarge. */
  push(bytes: Buffer): Buffer | undefined {
    const chunk = this.#lineEnds.of(bytes);
    const end = endOfLastEvent(chunk, this.#atLineStart);
    this.#atLineStart = endsAtLineStart(chunk, this.#atLineStart);
    if (end === 0) {
      this.#hold(chunk);
      return undefined;
    }
    const events = this.#held.takeWith(end === chunk.length ? chunk : chunk.subarray(0, end));
    refuseSparse(events);
    refuseDear(events);
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    return events;
  }

  /** At the stream's end: what still waits, with the blank line that it lacks; undefined when nothing does. */
  rest(): Buffer | undefined {
    if (this.#held.length === 0) return undefined;
    const rest = this.#held.takeWith(BLANK_LINE);
    refuseSparse(rest);
    refuseDear(rest);
    return rest;
  }

  #hold(bytes: Buffer): void {
    this.#held.add(bytes);
    if (this.#held.length <= EVENT_BYTES_MAX) return;
    this.#held.free();
    throw new EventTooLarge(`an event is larger than ${EVENT_BYTES_MAX} bytes`);
  }
}
