import { describe, expect, it } from '@jest/globals';
import { APPEND_BYTES_MAX, APPEND_EVENTS_MAX, NO_STREAM, type Revision } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { appendsOf, together } from './appends.ts';
import { LedgersDiffer } from './difference.ts';
import type { MovableEvent } from './ledger.ts';

const event = (stream: string, revision: number, data = '{}'): MovableEvent => ({
  id: `00000000-0000-4000-8000-${String(revision).padStart(12, '0')}` as EventId,
  stream,
  revision: revision as Revision,
  type: 'T',
  data,
  metadata: { actor: 'a' },
  recordedAt: '2026-11-03T10:00:00.000Z',
});
const run = (stream: string, from: number, count: number, data?: string) =>
  Array.from({ length: count }, (_, index) => event(stream, from + index, data));
const shape = (events: readonly MovableEvent[]) =>
  appendsOf(events).map(({ stream, expected, events: { length } }) => [stream, expected, length]);

describe('appends of a ledger that moves', () => {
  it('hold what follows each other on one stream, and nothing else', () => {
    expect(shape([...run('a', 0, 3), ...run('b', 5, 2), ...run('a', 3, 1)])).toEqual([
      ['a', NO_STREAM, 3],
      ['b', 4, 2],
      ['a', 2, 1],
    ]);
    expect(shape([event('a', 0), event('a', 2)])).toEqual([
      ['a', NO_STREAM, 1],
      ['a', 1, 1],
    ]);
  });

  it('hold no more events and bytes than an append may', () => {
    expect(shape(run('a', 0, 2 * APPEND_EVENTS_MAX + 1)).map(([, , length]) => length)).toEqual([
      APPEND_EVENTS_MAX,
      APPEND_EVENTS_MAX,
      1,
    ]);
    const third = JSON.stringify('x'.repeat(Math.floor(APPEND_BYTES_MAX / 3)));
    expect(shape(run('a', 0, 5, third)).map(([, , length]) => length)).toEqual([2, 2, 1]);
  });

  it('carry the time at which the first store recorded the event', () => {
    expect(appendsOf([event('a', 0)])[0]?.events[0]?.metadata).toEqual({
      actor: 'a',
      recordedAt: '2026-11-03T10:00:00.000Z',
    });
  });

  it('are asked for together as far as bytes allow, but one at least', () => {
    const appends = appendsOf([...run('a', 0, 2), ...run('b', 0, 2), ...run('c', 0, 2), ...run('d', 0, 2)]);
    const each = appends[0]?.bytes ?? 0;
    expect(together(appends, 2 * each).map(({ length }) => length)).toEqual([2, 2]);
    expect(together(appends, 3 * each).map(({ length }) => length)).toEqual([3, 1]);
    expect(together(appends, 0).flat()).toEqual(appends);
    expect(together(appends, 0)).toHaveLength(4);
    expect(together([], 5)).toEqual([]);
  });

  it('cannot hold an event that is too large with it: it is named', () => {
    expect(() => appendsOf(run('a', 0, 2, JSON.stringify('x'.repeat(APPEND_BYTES_MAX - 40))))).toThrow(LedgersDiffer);
    expect(() => appendsOf(run('a', 0, 2, JSON.stringify('x'.repeat(APPEND_BYTES_MAX - 40))))).toThrow('a@0 (T) has');
  });
});
