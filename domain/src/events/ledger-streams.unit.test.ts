import { describe, expect, it } from '@jest/globals';
import { accountStream } from '../account/events.ts';
import { auditStream } from '../audit/events.ts';
import { redemptionStream } from '../redemption/events.ts';
import { taskStream } from '../task/events.ts';
import { tillStream } from '../till/events.ts';
import { topUpStream } from '../topup/events.ts';
import { isLedgerStream, STREAMS_MADE_ONCE } from './ledger-streams.ts';

describe('the streams of the ledger', () => {
  it.each([
    ...STREAMS_MADE_ONCE,
    accountStream(1),
    auditStream('202611'),
    redemptionStream(1),
    taskStream('a'),
    tillStream('6f2b7a54-6f1c-4b58-a8f1-0d6f3c1f8f10'),
    topUpStream('USR1NOabc'),
  ])('hold %s', (name) => {
    expect(isLedgerStream(name)).toBe(true);
  });

  it.each(['orders-0', 'account-of-bob', 'account-1-copy', 'till-', 'pricebook-2', '$settings', '$$pricebook', ''])(
    'do not hold %s',
    (name) => {
      expect(isLedgerStream(name)).toBe(false);
    },
  );
});
