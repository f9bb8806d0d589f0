import { describe, expect, it } from '@jest/globals';
import { encode } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { type Position, type RecordedEvent, type Revision, START } from '@ledgate/domain/ports/event-store';
import type { LeaseId, TillId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { byPartition } from './by-partition.ts';
import { prepare } from './prepared.ts';

const APPENDED_MS = Date.UTC(2026, 10, 3, 10);

function stored(position: number, stream: string, event: LedgerEvent): RecordedEvent {
  const [encoded] = encode([event], {
    commandId: `${stream}/${position}`,
    correlationId: 'c',
    occurredAtMs: 1,
    actor: 'user-1',
  });
  if (encoded === undefined) throw new Error('nothing encoded');
  return {
    ...encoded,
    stream,
    revision: 0 as Revision,
    position: position as Position,
    recordedAt: new Date(APPENDED_MS + position).toISOString(),
  };
}
const opened = (position: number): RecordedEvent =>
  stored(position, `account-${position}`, { type: 'AccountOpened', data: { userId: position as UserId } });
const refused = (position: number): RecordedEvent =>
  stored(position, 'till-x', {
    type: 'LeaseGranted',
    data: { leaseId: 'x' as LeaseId, tillId: 'x' as TillId, tokenId: null, amount: quota(1) },
  });
const batch = (partition: number, ...events: readonly RecordedEvent[]): FeedBatch => ({
  partition,
  events,
  previous: START,
  more: false,
});
const fromStart = () => START;

describe('batches prepared for one transaction', () => {
  it('have the events after what has been applied, and go as far as they tell', () => {
    const { batches } = prepare(
      [
        batch(0, opened(1), opened(4), opened(6)),
        { ...batch(1, opened(2)), through: 5 as Position },
        { ...batch(2), through: 6 as Position },
      ],
      (partition) => [1, 3, 3][partition] as Position,
    );
    expect(batches).toMatchObject([
      { after: 1, end: 6, oldestAtMs: APPENDED_MS + 4, fault: undefined },
      { after: 3, end: 5, oldestAtMs: undefined },
      { after: 3, end: 6, oldestAtMs: undefined },
    ]);
  });

  it('end before an event that a projection refuses, and the others are whole', () => {
    const { batches } = prepare(
      [
        { ...batch(0, opened(1), refused(3), opened(5)), through: 9 as Position },
        batch(1, opened(2), opened(4)),
        batch(2, refused(7)),
      ],
      fromStart,
    );
    expect(batches).toMatchObject([
      { end: 1, fault: { event: { position: 3, stream: 'till-x', type: 'LeaseGranted' } } },
      { end: 4, fault: undefined },
      { end: START, fault: { event: { position: 7 } } },
    ]);
  });

  it('end before an event that cannot be read, or comes out of order', () => {
    const broken = { ...opened(2), data: '{' };
    expect(prepare([batch(0, opened(1), broken)], fromStart).batches).toMatchObject([
      { end: 1, fault: { message: expect.stringMatching(/^decode: /) } },
    ]);
    expect(prepare([batch(0, opened(1), opened(4), opened(3))], fromStart).batches).toMatchObject([
      { end: 4, fault: { message: 'position 3 came after 4' } },
    ]);
  });
});

describe('a page of the store by partition', () => {
  it('tells every partition how far it goes, also where it has no event', () => {
    expect(byPartition([], 4)).toEqual([]);
    const page = [opened(1), opened(2), refused(3)];
    const batches = byPartition(page, 64);
    expect(batches.map(({ partition, through }) => [partition, through])).toEqual(
      Array.from({ length: 64 }, (_, partition) => [partition, 3]),
    );
    expect(batches.flatMap(({ events }) => events).toSorted((one, other) => one.position - other.position)).toEqual(
      page,
    );
    expect(byPartition(page, 1)).toEqual([{ partition: 0, events: page, previous: undefined, through: 3, more: true }]);
  });
});
