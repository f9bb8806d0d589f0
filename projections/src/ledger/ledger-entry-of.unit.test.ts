import { describe, expect, it } from '@jest/globals';
import { everyEvent } from '@ledgate/domain/testing/every-event';
import { ledgerEntryOf } from './ledger-entry-of.ts';

/** Of each schema number, the first one first. */
const factsOf = (type: string): readonly unknown[] =>
  everyEvent()
    .filter(({ event }) => event.type === type)
    .map((recorded) => ledgerEntryOf(recorded)?.facts);

describe('the facts of an entry', () => {
  it.each([
    [
      'QuotaAdjusted',
      [
        { actorId: 1, setTo: 1_000 },
        {
          actorId: 1,
          setTo: null,
          reference: 'INV-2026-17',
          reverses: '5f0c1c52-5d3b-5e2a-9a0c-0d7d7b1c2a11',
          approvalId: '17',
        },
      ],
    ],
    ['ConsumptionRefunded', [{ tokenId: 5 }, { tokenId: 5, requestId: 'req-2026-11-21-000001' }]],
    ['InviteEarningsTransferred', [{}, { commission: 400 }]],
  ])('of %s are what each of its schema numbers says', (type, expected) => {
    expect(factsOf(type)).toEqual(expected);
  });
});
