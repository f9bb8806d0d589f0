import { describe, expect, it } from '@jest/globals';
import { EventTooLarge } from '../errors/event-too-large.ts';
import { awsFrame, awsPrelude, rawAwsFrame } from '../testing/network/aws-frames.ts';
import { AwsMessages, BadAwsMessage } from './aws-event-stream.ts';

/** Of the test vectors that AWS publishes with its event stream libraries. */
const EMPTY = Buffer.from('000000100000000005c248eb7d98c8ff', 'hex');
const INT32_HEADER = Buffer.from(
  '0000002d0000001041c424b80a6576656e742d747970650400' + '00a00c7b27666f6f273a27626172277d36f480a0',
  'hex',
);

const read = (bytes: Buffer, size = Infinity): [string[], string][] => {
  const messages = new AwsMessages();
  const found: [string[], string][] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const { headers, payload } of messages.push(bytes.subarray(at, Math.min(bytes.length, at + size))))
      found.push([[...headers].flat(), payload.toString()]);
  return found;
};

describe("AWS's event stream", () => {
  it('is read as its published vectors say', () => {
    expect(read(EMPTY)).toEqual([[[], '']]);
    expect(read(INT32_HEADER)).toEqual([[[], "{'foo':'bar'}"]]);
    expect(awsFrame({}, Buffer.alloc(0))).toEqual(EMPTY);
  });

  it.each([1, 5, 17, Infinity])('is the same in pieces of %s bytes', (size) => {
    const bytes = Buffer.concat([
      awsFrame({ ':message-type': 'event', größe: '北京' }, Buffer.from('one')),
      INT32_HEADER,
      awsFrame({}, Buffer.from('x'.repeat(300))),
    ]);
    expect(read(bytes, size)).toEqual([
      [[':message-type', 'event', 'größe', '北京'], 'one'],
      [[], "{'foo':'bar'}"],
      [[], 'x'.repeat(300)],
    ]);
  });

  it('has checksums for its lengths and for all of it', () => {
    for (const at of [0, 9, 20, 44]) {
      const wrong = Buffer.from(INT32_HEADER);
      wrong[at] = (wrong[at] as number) ^ 1;
      expect(() => read(wrong)).toThrow(BadAwsMessage);
    }
  });

  it('may not have a message beyond all measure, nor one that is shorter than its headers', () => {
    expect(() => read(awsPrelude(1 << 30, 0))).toThrow(EventTooLarge);
    expect(() => read(awsPrelude(15, 0))).toThrow(BadAwsMessage);
    expect(() => read(awsPrelude(20, 5))).toThrow(BadAwsMessage);
  });

  it('passes over headers that are no texts, and may not have one without an end', () => {
    const numbers = [
      [1, 97, 0],
      [1, 97, 3, 1, 2],
      [1, 97, 9, ...Array.from({ length: 16 }, () => 1)],
      [1, 97, 6, 0, 1, 5],
    ].flat();
    expect(read(rawAwsFrame(Buffer.from([...numbers, 1, 98, 7, 0, 1, 99]), Buffer.from('x')))).toEqual([
      [['b', 'c'], 'x'],
    ]);
    for (const header of [
      [3, 97, 98],
      [1, 97, 7, 0],
      [1, 97, 7, 0, 9, 98],
      [1, 97, 4, 0],
      [1, 97, 42],
    ])
      expect(() => read(rawAwsFrame(Buffer.from(header), Buffer.alloc(0)))).toThrow(BadAwsMessage);
  });
});
