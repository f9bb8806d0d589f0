import { describe, expect, it } from '@jest/globals';
import type { Revision } from '@ledgate/domain/ports/event-store';
import type { EventId } from '@ledgate/domain/shared/ids';
import { eventDigest } from './event-digest.ts';
import type { MovableEvent } from './ledger.ts';

const event: MovableEvent = {
  id: '6f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11' as EventId,
  stream: 'account-2',
  revision: 3 as Revision,
  type: 'QuotaGranted',
  data: '{"amount":70,"grant":"new_user"}',
  metadata: { actor: 'user-1', schema: '1' },
  recordedAt: '2026-11-03T10:00:00.000Z',
};
const digest = (changes: Partial<MovableEvent> = {}): string => eventDigest({ ...event, ...changes }).toString('hex');

describe('the digest of an event', () => {
  it('is a frozen value: digests are kept in backups', () => {
    expect(digest()).toBe('5ed3aa3d9f09454b4496429042b29e574f32c97a47bda8ab02fa3341444a1511');
  });

  it('does not depend on how a client prints members, nor on where the time of recording is kept', () => {
    expect(digest({ data: '{"grant":"new_user","amount":70}' })).toBe(digest());
    expect(digest({ metadata: { recordedAt: event.recordedAt, schema: '1', actor: 'user-1' } })).toBe(digest());
  });

  it.each<[string, Partial<MovableEvent>]>([
    ['id', { id: '6f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c12' as EventId }],
    ['stream', { stream: 'account-3' }],
    ['revision', { revision: 4 as Revision }],
    ['type', { type: 'QuotaToppedUp' }],
    ['data', { data: '{"amount":71,"grant":"new_user"}' }],
    ['metadata', { metadata: { actor: 'user-2', schema: '1' } }],
    ['recording', { recordedAt: '2026-11-03T10:00:00.001Z' }],
  ])('changes with the %s', (_, changes) => {
    expect(digest(changes)).not.toBe(digest());
  });

  it('tells numbers apart that a number cannot', () => {
    const digests = [
      '{"n":9007199254740992}',
      '{"n":9007199254740993}',
      '{"n":9007199254740992.0}',
      '{"n":1,"n":9007199254740992}',
    ].map((data) => digest({ data }));
    expect(new Set(digests).size).toBe(digests.length);
  });
});
