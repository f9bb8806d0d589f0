import { textsIn } from '../../wire/json-sequence.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import { WholeEvents } from '../../wire/whole-events.ts';

/** Cuts the bytes of a stream into the texts of its events, however they come. */
export interface StreamTexts {
  /** Those that are whole by now. Throws EventTooLarge. */
  push(chunk: Buffer): readonly string[];
  /** At the stream's end: what still waited. */
  rest(): readonly string[];
}

/** Server-sent events by their data; `textOf` where they are told otherwise. Those without any are left out. */
export class EventTexts implements StreamTexts {
  readonly #events = new WholeEvents();
  readonly #textOf: (event: Buffer) => string;

  constructor(textOf: (event: Buffer) => string = dataOf) {
    this.#textOf = textOf;
  }

  push(chunk: Buffer): readonly string[] {
    return this.#textsIn(this.#events.push(chunk));
  }

  rest(): readonly string[] {
    return this.#textsIn(this.#events.rest());
  }

  #textsIn(events: Buffer | undefined): readonly string[] {
    return events === undefined
      ? []
      : eventsIn(events)
          .map(this.#textOf)
          .filter((text) => text !== '');
  }
}

/** Messages of a WebSocket, each of which comes whole. */
export const sequenceTexts: StreamTexts = { push: textsIn, rest: () => [] };
