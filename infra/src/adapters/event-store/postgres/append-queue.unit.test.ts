import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { AppendQueue, type PendingAppend } from './append-queue.ts';
import { QUEUE_BYTES_MAX, QUEUE_EVENTS_MAX, TRANSACTION_BYTES_MAX, TRANSACTION_EVENTS_MAX } from './limits.ts';

const pending = (events: number, size = 1): PendingAppend => ({
  stream: 'stream',
  expected: -1,
  events: Array.from({ length: events }, () => ({ id: '', type: '', data: '', metadata: '' })),
  size,
  settle: () => {},
  fail: () => {},
});

const queueOf = (...appends: PendingAppend[]): AppendQueue => {
  const queue = new AppendQueue();
  for (const append of appends) queue.add(append);
  return queue;
};

describe('the queue of appends', () => {
  it('gives the first ones, as many as are asked for', () => {
    const [one, two, three] = [pending(1), pending(1), pending(1)];
    const queue = queueOf(one, two, three);
    expect(queue.take(2)).toEqual([one, two]);
    expect(queue.take(9)).toEqual([three]);
    expect(queue.take(9)).toEqual([]);
  });

  it.each([
    ['events', pending(TRANSACTION_EVENTS_MAX / 2), pending(TRANSACTION_EVENTS_MAX / 2), pending(1)],
    ['bytes', pending(1, TRANSACTION_BYTES_MAX / 2), pending(1, TRANSACTION_BYTES_MAX / 2), pending(1, 1)],
  ])('gives no more %s than one transaction may hold', (_, one, two, three) => {
    expect(queueOf(one, two, three).take(9)).toEqual([one, two]);
  });

  it('gives one append at least', () => {
    const large = pending(TRANSACTION_EVENTS_MAX + 1);
    expect(queueOf(large, pending(1)).take(9)).toEqual([large]);
  });

  it.each([
    ['events', pending(QUEUE_EVENTS_MAX)],
    ['bytes', pending(1, QUEUE_BYTES_MAX)],
  ])('refuses more %s than its limit, until some are gone', (_, full) => {
    const queue = queueOf(full);
    expect(() => queue.add(pending(1))).toThrow(StoreUnavailable);
    queue.take(1);
    queue.add(pending(1));
    expect(queue.length).toBe(1);
  });

  it('forgets what is taken out', () => {
    const [one, two] = [pending(QUEUE_EVENTS_MAX - 1), pending(1)];
    const queue = queueOf(one, two);
    expect(queue.remove((append) => append === one)).toEqual([one]);
    expect(queue.remove((append) => append === one)).toEqual([]);
    queue.add(pending(QUEUE_EVENTS_MAX - 1));
    expect(queue.take(9)[0]).toBe(two);
  });
});
