import { expect, it } from '@jest/globals';
import { sequenceAsEvents } from './sequence-as-events.ts';

it('each text of a sequence becomes an event of one line, and nothing waits', () => {
  const texts = Buffer.from('\x1e{"a":1}\n\x1e{\r\n"b": "ü"\n}\n');
  expect(sequenceAsEvents.push(texts)?.toString()).toBe('data: {"a":1}\n\ndata: { "b": "ü" }\n\n');
  expect([sequenceAsEvents.push(Buffer.alloc(0)), sequenceAsEvents.rest()]).toEqual([undefined, undefined]);
});
