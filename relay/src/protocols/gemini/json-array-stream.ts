import { ConvertedStream } from '../../modes/converted-stream.ts';
import type { Cost } from '../../usage/cost.ts';
import type { ReportedUsage } from '../../usage/usage.ts';
import { dataOf, eventsIn } from '../../wire/sse.ts';
import type { Framing } from '../protocol.ts';

/** Events as the elements of one JSON array, which is what Gemini streams to who does not ask for `alt=sse`. */
class JsonArrayStream extends ConvertedStream {
  #hasBegun = false;

  ending(usage: ReportedUsage, cost?: Cost): Buffer {
    const last = this.converted(this.inner.ending(usage, cost)) ?? Buffer.from(this.#hasBegun ? '' : '[');
    return Buffer.concat([last, END]);
  }

  protected converted(events: Buffer): Buffer | undefined {
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
