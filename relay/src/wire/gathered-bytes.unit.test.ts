import { describe, expect, it } from '@jest/globals';
import { GatheredBytes } from './gathered-bytes.ts';

describe('bytes that come in pieces', () => {
  it.each([
    [[1]],
    [[3, 1, 1]],
    [[40_000, 1, 70_000]],
    [Array.from({ length: 50_000 }, () => 1)],
    [[]],
    [[400_000, 300_000, 9, 5_000_000]],
    [[1, 70_000_000, 9]],
  ])('are one whole, in their order', (lengths) => {
    const bytes = new GatheredBytes();
    const pieces = lengths.map((length, index) => Buffer.alloc(length, index % 251));
    for (const piece of pieces) bytes.add(piece);
    expect(bytes.whole().equals(Buffer.concat(pieces))).toBe(true);
  });

  it('leave the pieces as they are', () => {
    const first = Buffer.alloc(100, 1);
    const bytes = new GatheredBytes();
    bytes.add(first.subarray(0, 10));
    bytes.add(Buffer.alloc(10, 2));
    expect(first.equals(Buffer.alloc(100, 1))).toBe(true);
  });

  it('take no more room than they are expected to', () => {
    const bytes = new GatheredBytes(100_000);
    for (let piece = 0; piece < 10; piece += 1) bytes.add(Buffer.alloc(10_000));
    expect(bytes.whole().buffer.byteLength).toBe(100_000);
  });

  it('of which many have come leave nothing behind that nobody holds', () => {
    const bytes = new GatheredBytes();
    for (let piece = 0; piece < 20; piece += 1) bytes.add(Buffer.alloc(1_000_000, piece));
    const whole = bytes.whole();
    expect([whole.length, whole.buffer.byteLength, whole.at(-1)]).toEqual([20_000_000, 20_000_000, 19]);
    bytes.free();
    expect(whole.at(-1)).toBe(19);
  });
});
