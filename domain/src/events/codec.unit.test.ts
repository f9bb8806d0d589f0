import { describe, expect, it } from '@jest/globals';
import type { Position, RecordedEvent, Revision } from '../ports/event-store.ts';
import type { EventId } from '../shared/ids.ts';
import { decode, encode } from './codec.ts';
import type { LedgerEvent } from './ledger-event.ts';

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

describe('what is read', () => {
  it.each(['null', '1', '"text"'])('%s is no data of an event, whatever steps its type has', (data) => {
    const event = { ...recorded(undefined, '2026-03-01T12:00:00.004Z'), type: 'LeaseGranted', data };
    expect(() => decode(event)).toThrow('revision 0 of account-2 holds no object');
  });
});

describe('what is written', () => {
  it("bears its type's own number, and its members as they are", () => {
    const events = [
      { type: 'AccountClosed', data: { actorId: 1 } },
      { type: 'LedgerFounded', data: { installationId: '2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11' } },
    ] as LedgerEvent[];
    const context = { commandId: 'x', correlationId: 'c', occurredAtMs: 0, accountId: 2, actor: 'user-1', reason: 'r' };
    expect(encode(events, context).map(({ data, metadata }) => [data, JSON.stringify(metadata)])).toEqual([
      [
        '{"actorId":1}',
        '{"$correlationId":"c","occurredAt":"1970-01-01T00:00:00.000Z","schema":"1","actor":"user-1","accountId":"2","reason":"r"}',
      ],
      [
        '{"installationId":"2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11"}',
        '{"$correlationId":"c","occurredAt":"1970-01-01T00:00:00.000Z","schema":"1","actor":"user-1","accountId":"2","reason":"r"}',
      ],
    ]);
  });
});
