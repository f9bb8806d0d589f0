import { describe, expect, it } from '@jest/globals';
import { decode, encode, type Recorded } from '@ledgate/domain/events/codec';
import type { LedgerEvent } from '@ledgate/domain/events/ledger-event';
import type { Position, Revision } from '@ledgate/domain/ports/event-store';
import type { CodeId, SourceId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { ledgerDifferences } from './ledger-differences.ts';

const [root, person] = [1 as UserId, 2 as UserId];
const code = 9 as CodeId;

const claimed: LedgerEvent = {
  type: 'CodeRedeemed',
  data: { codeId: code, amount: quota(700), accountId: person, use: 1 },
};
const credited = (amount = 700): LedgerEvent => ({
  type: 'RedemptionCredited',
  data: { codeId: code, amount: quota(amount), source: 'redemption-9' as SourceId, use: 1 },
});
const adjusted: LedgerEvent = {
  type: 'QuotaAdjusted',
  data: { delta: quota(-400), actorId: root, reason: 'under load', absolute: null, source: 'adjust-1' as SourceId },
};
const made: LedgerEvent = {
  type: 'CodeIssued',
  data: { codeId: code, amount: quota(700), actorId: root, usesMax: 1 },
};
const recorded: LedgerEvent = {
  type: 'AdministrationRecorded',
  data: {
    actorId: root,
    action: 'redemption.create',
    target: 'code-9',
    before: {},
    after: { quota: 700 },
    reason: '',
    requestId: 'r1',
  },
};

const ledger = (...events: readonly LedgerEvent[]): readonly Recorded[] =>
  encode(events, { commandId: 'c1', correlationId: 'r1', occurredAtMs: 0, actor: 'user-1' }).map((event, index) =>
    decode({
      ...event,
      stream: 'any',
      revision: index as Revision,
      position: (index + 1) as Position,
      recordedAt: '2026-11-22T00:00:00.000Z',
    }),
  );

describe('what the ledger says of claims, adjustments and codes', () => {
  it('is nothing when each stands once', () => {
    expect(ledgerDifferences(ledger(made, claimed, adjusted, credited(), recorded))).toEqual([]);
  });

  it.each([
    ['a claim without its credit', [claimed], 'redemption-9 over 700: claimed 1 times, credited 0 times'],
    [
      'a claim that is credited twice',
      [claimed, credited(), credited()],
      'redemption-9 over 700: claimed 1 times, credited 2 times',
    ],
    [
      'a credit of another amount',
      [claimed, credited(701)],
      'redemption-9 over 701: claimed 0 times, credited 1 times',
    ],
    ['an adjustment that stands twice', [adjusted, adjusted], 'adjust-1 by -400: adjusted 2 times'],
    ['a code without its record', [made], 'code-9: made 1 times, recorded 0 times'],
    ['a record without its code', [recorded], 'code-9: made 0 times, recorded 1 times'],
    ['a code that is recorded twice', [made, recorded, recorded], 'code-9: made 1 times, recorded 2 times'],
  ] as const)('names %s', (_what, events, difference) => {
    expect(ledgerDifferences(ledger(...events))).toContain(difference);
  });
});
