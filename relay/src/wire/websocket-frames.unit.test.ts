import { describe, expect, it } from '@jest/globals';
import { serverFrame } from '../testing/network/fake-websocket.ts';
import { BadFrame, clientFrame, closeFrame, FrameReader, type Heard } from './websocket-frames.ts';

const readAll = (bytes: Buffer, pieceBytes: number): Heard[] => {
  const reader = new FrameReader({ messageBytesMax: 70_000, partsMax: 3 });
  const heard: Heard[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) heard.push(...reader.read(bytes.subarray(at, at + pieceBytes)));
  return heard;
};
const big = 'x'.repeat(60_000);

describe('frames of a server', () => {
  const said = Buffer.concat([
    serverFrame(1, 'one'),
    serverFrame(1, 'tw', false),
    serverFrame(9, 'there?'),
    serverFrame(0, 'o'),
    serverFrame(10, ''),
    serverFrame(2, big),
    serverFrame(1, ''),
    serverFrame(8, Buffer.from([0x03, 0xe8])),
    serverFrame(8, ''),
  ]);

  it.each([1, 2, 7, 1_000, 100_000])('are read in pieces of %s bytes, parts of a message joined', (pieceBytes) => {
    expect(readAll(said, pieceBytes)).toEqual([
      { kind: 'message', bytes: Buffer.from('one') },
      { kind: 'ping', bytes: Buffer.from('there?') },
      { kind: 'message', bytes: Buffer.from('two') },
      { kind: 'message', bytes: Buffer.from(big) },
      { kind: 'message', bytes: Buffer.from('') },
      { kind: 'close', code: 1_000 },
      { kind: 'close', code: 1_005 },
    ]);
  });

  it('may have 64 bits of length', () => {
    const head = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect(readAll(Buffer.concat([head, Buffer.from('hi')]), 3)).toEqual([
      { kind: 'message', bytes: Buffer.from('hi') },
    ]);
  });

  it.each([
    ['more than a message may have, before it has come', Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x71])],
    ['more in parts', Buffer.concat([serverFrame(1, big, false), serverFrame(0, big)])],
    [
      'more parts than a message may have',
      Buffer.concat([serverFrame(1, 'a', false), ...Array.from({ length: 3 }, () => serverFrame(0, 'a', false))]),
    ],
    ['a mask', Buffer.from([0x81, 0x80, 1, 2, 3, 4])],
    ['bits of an extension', Buffer.from([0xc1, 0])],
    ['an unknown kind', serverFrame(3, '')],
    ['a ping in parts', serverFrame(9, '', false)],
    ['a ping that is too long', serverFrame(9, 'x'.repeat(126))],
    ['a message within another', Buffer.concat([serverFrame(1, 'a', false), serverFrame(1, 'b')])],
    ['the rest of nothing', serverFrame(0, 'a')],
  ])('are refused that have %s', (_what, bytes) => {
    expect(() => readAll(bytes, bytes.length)).toThrow(BadFrame);
  });
});

describe('frames of a client', () => {
  it('are masked, with their length in as many bytes as it takes', () => {
    // The example of RFC 6455, 5.7.
    expect(clientFrame(1, Buffer.from('Hello'), Buffer.from([0x37, 0xfa, 0x21, 0x3d])).toString('hex')).toBe(
      '818537fa213d7f9f4d5158',
    );
    const mask = Buffer.alloc(4);
    expect(clientFrame(1, Buffer.alloc(200), mask).subarray(0, 4).toString('hex')).toBe('81fe00c8');
    expect(clientFrame(1, Buffer.alloc(65_536), mask).subarray(0, 10).toString('hex')).toBe('81ff0000000000010000');
    expect(closeFrame(1_000, mask).toString('hex')).toBe('88820000000003e8');
  });
});
