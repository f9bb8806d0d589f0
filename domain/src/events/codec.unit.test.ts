import { describe, expect, it } from '@jest/globals';
import type { Position, RecordedEvent, Revision } from '../ports/event-store.ts';
import type { EventId } from '../shared/ids.ts';
import { decode } from './codec.ts';

const recorded = (occurredAt: string | undefined, recordedAt: string): RecordedEvent => ({
  id: '00000000-0000-4000-8000-000000000001' as EventId,
  stream: 'account-2',
  revision: 0 as Revision,
  position: 1 as Position,
  type: 'AccountOpened',
  data: '{"userId":2}',
  metadata: occurredAt === undefined ? {} : { occurredAt },
  recordedAt,
});

describe('the time of an event', () => {
  it.each([
    ['2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.004Z', '2026-03-01T12:00:00.000Z'],
    // A writer whose clock is ahead moves nothing, and neither does a store whose clock is.
    ['2027-03-01T12:00:00.000Z', '2026-03-01T12:00:00.004Z', '2026-03-01T12:00:00.004Z'],
    ['2026-03-01T12:00:00.000Z', '2027-03-01T12:00:00.004Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', '2026-03-01T11:59:59.999999Z', '2026-03-01T11:59:59.999Z'],
    [undefined, '2026-03-01T12:00:00.004Z', '2026-03-01T12:00:00.004Z'],
  ])('is the earlier of %p, by its writer, and %p, by the store, to the millisecond', (occurred, stored, time) => {
    expect(new Date(decode(recorded(occurred, stored)).atMs).toISOString()).toBe(time);
  });
});
