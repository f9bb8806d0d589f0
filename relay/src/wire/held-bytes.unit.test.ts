import { describe, expect, it } from '@jest/globals';
import { HeldBytes } from './held-bytes.ts';

const PIECES = 1_000_000;
/** As an upstream sends them that makes a chunk of each byte: views of what a socket has read. */
const READ = Buffer.from('0123456789');
/** A list of the pieces takes more than a hundred each. */
const BYTES_EACH_MAX = 60;

describe('held bytes', () => {
  it.each([1, 2, 16, 17, 40, 5_000])('of %d pieces come out in their order', (count) => {
    const held = new HeldBytes();
    for (let at = 0; at < count; at += 1) held.add(READ.subarray(at % 10, (at % 10) + 1));
    expect(held.length).toBe(count);
    expect(held.takeWith(Buffer.from('end')).toString()).toBe(
      `${READ.toString()
        .repeat(Math.ceil(count / 10))
        .slice(0, count)}end`,
    );
    expect([held.length, held.takeWith(READ)]).toEqual([0, READ]);
  });

  it('take their bytes and little more, however small the pieces are', () => {
    const held = new HeldBytes();
    const before = process.memoryUsage().heapUsed;
    for (let at = 0; at < PIECES; at += 1) held.add(READ.subarray(at % 10, (at % 10) + 1));
    globalThis.gc?.();
    expect((process.memoryUsage().heapUsed - before) / PIECES).toBeLessThan(BYTES_EACH_MAX);
    expect(held.length).toBe(PIECES);
  });
});
