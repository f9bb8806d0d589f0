import { textsIn } from './json-sequence.ts';
import { refuseDear } from './refuse-dear.ts';

const LINE_ENDS = /[\r\n]+/g;

/** Gives each text of a JSON text sequence, whose parts end where texts end, as an event with it as its data. */
export const sequenceAsEvents = {
  push: (part: Buffer): Buffer | undefined => {
    refuseDear(part);
    const texts = textsIn(part);
    return texts.length === 0
      ? undefined
      : Buffer.from(texts.map((text) => `data: ${text.trim().replaceAll(LINE_ENDS, ' ')}\n\n`).join(''));
  },
  rest: (): undefined => undefined,
};
