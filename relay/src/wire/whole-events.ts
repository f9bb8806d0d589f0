import { EventTooLarge } from '../errors/event-too-large.ts';
import { EVENT_BYTES_MAX } from '../limits.ts';
import { endOfLastEvent, endsAtLineStart, LineEnds } from './sse.ts';

const BLANK_LINE = Buffer.from('\n\n');

/** Cuts the bytes of a stream into whole events, however they come; what has no end yet waits. */
export class WholeEvents {
  readonly #lineEnds = new LineEnds();
  #held: Buffer[] = [];
  #heldBytes = 0;
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
    const whole = end === chunk.length ? chunk : chunk.subarray(0, end);
    const events = this.#heldBytes === 0 ? whole : Buffer.concat([...this.#held, whole], this.#heldBytes + end);
    this.#held = [];
    this.#heldBytes = 0;
    if (end < chunk.length) this.#hold(chunk.subarray(end));
    return events;
  }

  /** At the stream's end: what still waits, with the blank line that it lacks; undefined when nothing does. */
  rest(): Buffer | undefined {
    if (this.#heldBytes === 0) return undefined;
    const rest = Buffer.concat([...this.#held, BLANK_LINE]);
    this.#held = [];
    this.#heldBytes = 0;
    return rest;
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > EVENT_BYTES_MAX) throw new EventTooLarge(`an event is larger than ${EVENT_BYTES_MAX} bytes`);
  }
}
