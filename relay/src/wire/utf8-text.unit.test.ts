import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { utf8Text } from './utf8-text.ts';

describe('the text of bytes', () => {
  it.each([
    ['ASCII', Buffer.from('plain '.repeat(1_000))],
    ['what is mostly not', Buffer.from('你好世界，"hello" 🙂\n'.repeat(1_000))],
    ['what is at its end not', Buffer.from(`${'plain '.repeat(1_000)}é`)],
    ['a mark of its order', Buffer.from(`\ufeff${'é'.repeat(1_000)}`)],
    ['what is no UTF-8', Buffer.concat([Buffer.from('é'.repeat(1_000)), Buffer.from([0xff, 0xe4, 0xbd])])],
    ['half a pair', Buffer.concat([Buffer.from('é'.repeat(1_000)), Buffer.from([0xed, 0xa0, 0x80])])],
    ['more than is converted', Buffer.from('é'.repeat(600_000))],
    ['a part of another', Buffer.from(`x${'é'.repeat(1_000)}`).subarray(1)],
    ['nothing', Buffer.alloc(0)],
  ])('is that of its UTF-8: %s', (_name, bytes) => {
    expect(utf8Text(bytes) === bytes.toString('utf8')).toBe(true);
  });

  it('is that of its UTF-8, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
        fc.uint8Array({ maxLength: 3 }),
        (text, tail) => {
          const bytes = Buffer.concat([Buffer.from(text.repeat(1_100)), tail]);
          expect(utf8Text(bytes) === bytes.toString('utf8')).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
