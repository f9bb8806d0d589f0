import { EventTooLarge } from '../errors/event-too-large.ts';
import { EVENT_BYTES_MAX } from '../limits.ts';
import { HeldBytes } from './held-bytes.ts';
import { refuseDear, refuseSparse } from './refuse-dear.ts';

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** Cuts the bytes of a stream that has a JSON text a line into whole lines, however they come, and gives each as an event with it as its data. */
export class LinesAsEvents {
  readonly #held = new HeldBytes();

  /** The lines that are whole by now; undefined when there are none. Throws EventTooLarge. */
  push(bytes: Buffer): Buffer | undefined {
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      this.#hold(bytes);
      return undefined;
    }
    const lines = this.#held.takeWith(bytes.subarray(0, end));
    refuseSparse(lines);
    refuseDear(lines);
    if (end < bytes.length) this.#hold(bytes.subarray(end));
    return eventsOf(lines);
  }

  /** At the stream's end: the line that still waits for its own; undefined when none does. */
  rest(): Buffer | undefined {
    const lines = this.#held.takeWith(NOTHING);
    refuseDear(lines);
    return eventsOf(lines);
  }

  #hold(bytes: Buffer): void {
    this.#held.add(bytes);
    if (this.#held.length <= EVENT_BYTES_MAX) return;
    this.#held.free();
    throw new EventTooLarge(`a line is larger than ${EVENT_BYTES_MAX} bytes`);
  }
}

function eventsOf(lines: Buffer): Buffer | undefined {
  const events = lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `data: ${line.trim()}\n\n`)
    .join('');
  return events === '' ? undefined : Buffer.from(events);
}
