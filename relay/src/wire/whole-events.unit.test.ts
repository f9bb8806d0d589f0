import { describe, expect, it } from '@jest/globals';
import { EventTooLarge } from '../errors/event-too-large.ts';
import { EVENT_BYTES_MAX, SPARSE_PIECE_BYTES_MIN } from '../limits.ts';
import { WholeEvents } from './whole-events.ts';

const TEXT = 'event: a\ndata: 1\n\n: ping\n\ndata: größer\ndata: 2\n\n';

describe('whole events', () => {
  it.each(['\n', '\r\n', '\r'])('come out however the bytes are cut, with lines that end in %j', (lineEnd) => {
    const bytes = Buffer.from(TEXT.replaceAll('\n', lineEnd));
    for (let size = 1; size <= bytes.length; size += 1) {
      const events = new WholeEvents();
      const passed: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size)
        passed.push(events.push(bytes.subarray(at, at + size)) ?? Buffer.alloc(0));
      expect(Buffer.concat(passed).toString().replaceAll('\r\n', '\n')).toBe(TEXT);
      expect(events.rest()).toBeUndefined();
    }
  });

  it('wait for their end, which the end of the stream makes up for', () => {
    const events = new WholeEvents();
    expect(events.push(Buffer.from('data: 1\n\ndata: 2'))?.toString()).toBe('data: 1\n\n');
    expect(events.rest()?.toString()).toBe('data: 2\n\n');
    expect(events.rest()).toBeUndefined();
  });

  it.each(['\n', '\r', '\r\n', ': x\n\n', 'data: 1\n\n', 'data: {}\n\n'])(
    'are no flood of %j, which says nothing',
    (said) => {
      const flood = Buffer.from(said.repeat(SPARSE_PIECE_BYTES_MIN));
      expect(() => new WholeEvents().push(flood)).toThrow(EventTooLarge);
      expect(new WholeEvents().push(flood.subarray(0, SPARSE_PIECE_BYTES_MIN / 2))).toBeDefined();
    },
  );

  it.each(['data: [DONE]\n\n', ': keep-alive\n\n', `data: {"choices":[{"delta":{}}]}\n\n\n\n`])(
    'may be many of %j at once',
    (said) => {
      const events = Buffer.from(said.repeat(SPARSE_PIECE_BYTES_MIN));
      expect(new WholeEvents().push(events)).toHaveLength(events.length);
    },
  );

  it('are no larger than the limit', () => {
    const events = new WholeEvents();
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const push = (): void => {
      for (let bytes = 0; bytes <= EVENT_BYTES_MAX; bytes += piece.length) events.push(piece);
    };
    expect(push).toThrow(EventTooLarge);
  });
});
