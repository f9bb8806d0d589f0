import type { AnswerFacts, AnswerStream, Refusal } from '../../modes/answer.ts';
import type { Cost } from '../../usage/cost.ts';
import type { Produced, ReportedUsage } from '../../usage/usage.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import type { Framing } from '../protocol.ts';

/** Events as the elements of one JSON array, which is what Gemini streams to who does not ask for `alt=sse`. */
class JsonArrayStream implements AnswerStream {
  readonly #events: AnswerStream;
  #hasBegun = false;

  constructor(events: AnswerStream) {
    this.#events = events;
  }

  get ended(): boolean {
    return this.#events.ended;
  }

  get refusal(): Refusal | undefined {
    return this.#events.refusal;
  }

  get hasToldError(): boolean {
    return this.#events.hasToldError === true;
  }

  push(chunk: Buffer): Buffer | undefined {
    return this.#elements(this.#events.push(chunk));
  }

  flush(): Buffer | undefined {
    return this.#elements(this.#events.flush());
  }

  isWhole(): boolean {
    return this.#events.isWhole();
  }

  usage(): ReportedUsage | undefined {
    return this.#events.usage();
  }

  facts(): AnswerFacts | undefined {
    return this.#events.facts?.();
  }

  produced(): Produced | undefined {
    return this.#events.produced();
  }

  takeCountable(): string | undefined {
    return this.#events.takeCountable();
  }

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const last = this.#elements(this.#events.ending(usage, cost)) ?? Buffer.from(this.#hasBegun ? '' : '[');
    return Buffer.concat([last, END]);
  }

  #elements(events: Buffer | undefined): Buffer | undefined {
    if (events === undefined) return undefined;
    let elements = '';
    for (const event of eventsIn(events)) {
      const data = dataOf(event);
      if (data === '') continue;
      elements += `${this.#hasBegun ? SEPARATOR : '['}${data}`;
      this.#hasBegun = true;
    }
    return elements === '' ? undefined : Buffer.from(elements);
  }
}

const SEPARATOR = ',\r\n';
const END = Buffer.from(']');

export const jsonArray: Framing = {
  contentType: 'application/json; charset=utf-8',
  stream: (events) => new JsonArrayStream(events),
  brokenOff: ']',
};
