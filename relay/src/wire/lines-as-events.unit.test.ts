import { describe, expect, it } from '@jest/globals';
import { EventTooLarge } from '../errors/event-too-large.ts';
import { EVENT_BYTES_MAX, SPARSE_PIECE_BYTES_MIN } from '../limits.ts';
import { LinesAsEvents } from './lines-as-events.ts';

const EVENTS = 'data: {"a":"größer"}\n\ndata: {"b":1}\n\n';

describe('lines as events', () => {
  it.each(['\n', '\r\n', '\n\n'])('come out however the bytes are cut, with ends of lines like %j', (lineEnd) => {
    const bytes = Buffer.from(['{"a":"größer"}', '{"b":1}', ''].join(lineEnd));
    for (let size = 1; size <= bytes.length; size += 1) {
      const lines = new LinesAsEvents();
      const passed: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size)
        passed.push(lines.push(bytes.subarray(at, at + size)) ?? Buffer.alloc(0));
      expect(Buffer.concat(passed).toString()).toBe(EVENTS);
      expect(lines.rest()).toBeUndefined();
    }
  });

  it('wait for their end, which the end of the stream makes up for', () => {
    const lines = new LinesAsEvents();
    expect(lines.push(Buffer.from('{"a":1}\n{"b"'))?.toString()).toBe('data: {"a":1}\n\n');
    expect(lines.push(Buffer.from(':2}'))).toBeUndefined();
    expect(lines.rest()?.toString()).toBe('data: {"b":2}\n\n');
    expect(lines.rest()).toBeUndefined();
  });

  it.each(['\n', ': x\n', '{}\n'])('are no flood of %j, which says nothing', (said) => {
    expect(() => new LinesAsEvents().push(Buffer.from(said.repeat(SPARSE_PIECE_BYTES_MIN)))).toThrow(EventTooLarge);
  });

  it('are no larger than the limit', () => {
    const lines = new LinesAsEvents();
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const push = (): void => {
      for (let bytes = 0; bytes <= EVENT_BYTES_MAX; bytes += piece.length) lines.push(piece);
    };
    expect(push).toThrow(EventTooLarge);
  });
});
