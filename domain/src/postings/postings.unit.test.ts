import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LedgerEvent } from '../events/ledger-event.ts';
import { codeId, NO_TOKEN, type RequestId, type SourceId, userId } from '../shared/ids.ts';
import { type Quota, quota } from '../shared/quota.ts';
import { exampleCharge, exampleStart } from '../testing/example-charge.ts';
import type { Charge, Usage } from '../till/charge.ts';
import type { TopUpEventOf } from '../topup/events.ts';
import { postings, totals } from './postings.ts';

const ann = userId(2);
const account = (event: LedgerEvent) => ({ event, stream: 'account-2' });
const other = (event: LedgerEvent) => ({ event, stream: 'elsewhere' });
const source = 's' as SourceId;
const charge = exampleCharge();
/** The same, of which no provider has stated the usage. */
const unstated = (by: Usage['source']): Charge => ({ ...charge, usage: { ...charge.usage, source: by } });

const sale = { moneyMinor: 500, currency: 'EUR' };
const reversed = (kind: TopUpEventOf<'TopUpReversed'>['data']['kind']): LedgerEvent => ({
  type: 'TopUpReversed',
  data: {
    tradeNo: 't',
    accountId: ann,
    reversalId: 'r',
    kind,
    moneyMinor: 1,
    currency: 'CNY',
    provider: 'alipay',
    amount: quota(70),
  },
});
const { requestId, tokenId, price } = charge;
const settled = (amounts: { readonly before: Quota; readonly after: Quota }): LedgerEvent => ({
  type: 'SuspenseSettled',
  data: {
    requestId,
    tokenId,
    billId: null,
    usage: { source: 'counted', prompt: 100, completion: 0 },
    price,
    ...amounts,
    source,
    n: 0,
  },
});
const rerated = (suspended: boolean): LedgerEvent => ({
  type: 'ConsumptionRerated',
  data: {
    rerateId: 'x',
    requestId,
    tokenId,
    delta: quota(5),
    before: quota(100),
    after: quota(105),
    price,
    suspended,
    source,
    n: 0,
  },
});

describe('postings', () => {
  const q = quota(70);
  it.each([
    [
      'a gift',
      account({ type: 'QuotaGranted', data: { amount: q, grant: 'new_user', source } }),
      { promotion: -70, 'user:2:wallet': 70 },
    ],
    [
      "root's first balance",
      account({ type: 'QuotaGranted', data: { amount: q, grant: 'first_user', source } }),
      { adjustment: -70, 'user:2:wallet': 70 },
    ],
    [
      'a code',
      other({ type: 'CodeIssued', data: { codeId: codeId(1), amount: q, actorId: ann, usesMax: 1 } }),
      { promotion: -70, 'codes:outstanding': 70 },
    ],
    [
      'an edited code',
      other({ type: 'CodeEdited', data: { codeId: codeId(1), amount: quota(50), previousAmount: q, actorId: ann } }),
      { promotion: 20, 'codes:outstanding': -20 },
    ],
    [
      'a withdrawn code',
      other({ type: 'CodeWithdrawn', data: { codeId: codeId(1), amount: q, actorId: ann, sold: false } }),
      { promotion: 70, 'codes:outstanding': -70 },
    ],
    [
      'an expired code',
      other({ type: 'CodeExpired', data: { codeId: codeId(1), amount: q, sold: false } }),
      { promotion: 70, 'codes:outstanding': -70 },
    ],
    [
      'an expired code that was sold',
      other({ type: 'CodeExpired', data: { codeId: codeId(1), amount: q, sold: true } }),
      { breakage: 70, 'codes:outstanding': -70 },
    ],
    [
      'a claim',
      other({ type: 'CodeRedeemed', data: { codeId: codeId(1), amount: q, accountId: ann, use: 1 } }),
      { 'codes:outstanding': -70, 'codes:claimed': 70 },
    ],
    [
      'its credit',
      account({ type: 'RedemptionCredited', data: { codeId: codeId(1), amount: q, source, use: 1 } }),
      { 'codes:claimed': -70, 'user:2:wallet': 70 },
    ],
    [
      'an invite reward',
      account({ type: 'InviteRewardAccrued', data: { amount: q, source, inviteeId: userId(3) } }),
      { promotion: -70, 'user:2:earnings': 70 },
    ],
    [
      'its transfer',
      account({ type: 'InviteEarningsTransferred', data: { amount: q } }),
      { 'user:2:earnings': -70, 'user:2:wallet': 70 },
    ],
    [
      'a debit',
      account({ type: 'QuotaAdjusted', data: { delta: quota(-70), actorId: ann, reason: '', absolute: null } }),
      { adjustment: 70, 'user:2:wallet': -70 },
    ],
    [
      'a charge',
      other({ type: 'ConsumptionRecorded', data: { ...charge, interrupted: false } }),
      { 'user:2:wallet': -100, revenue: 100 },
    ],
    [
      'a late charge',
      account({ type: 'LateConsumptionRecorded', data: { charge, source } }),
      { 'user:2:wallet': -100, revenue: 100 },
    ],
    [
      'a correction',
      account({ type: 'ConsumptionCorrected', data: { charge, delta: quota(-4), source } }),
      { 'user:2:wallet': 4, suspense: -104, revenue: 100 },
    ],
    [
      'a correction that tells no other amount',
      account({ type: 'ConsumptionCorrected', data: { charge, delta: quota(0), source } }),
      { suspense: -100, revenue: 100 },
    ],
    [
      'a correction by what was counted',
      account({ type: 'ConsumptionCorrected', data: { charge: unstated('counted'), delta: quota(-4), source } }),
      { 'user:2:wallet': 4, suspense: -4 },
    ],
    [
      'a counted charge',
      other({ type: 'ConsumptionRecorded', data: { ...unstated('counted'), interrupted: false } }),
      { 'user:2:wallet': -100, suspense: 100 },
    ],
    [
      'an interrupted charge',
      other({ type: 'ConsumptionRecorded', data: { ...unstated('interrupted'), interrupted: true } }),
      { 'user:2:wallet': -100, suspense: 100 },
    ],
    [
      'an estimated late charge',
      account({ type: 'LateConsumptionRecorded', data: { charge: unstated('estimated'), source } }),
      { 'user:2:wallet': -100, suspense: 100 },
    ],
    [
      'a failed task',
      other({
        type: 'TaskFailed',
        data: { taskId: 't', accountId: ann, tokenId: NO_TOKEN, refund: q, reason: '', suspended: false },
      }),
      { revenue: -70, 'refunds:claimed': 70 },
    ],
    [
      'its refund',
      account({ type: 'ConsumptionRefunded', data: { amount: q, source: 'task-t' as SourceId, tokenId: NO_TOKEN } }),
      { 'refunds:claimed': -70, 'user:2:wallet': 70 },
    ],
    [
      'another refund',
      account({ type: 'ConsumptionRefunded', data: { amount: q, source, tokenId: NO_TOKEN } }),
      { revenue: -70, 'user:2:wallet': 70 },
    ],
    [
      'a payment',
      other({
        type: 'TopUpPaid',
        data: { tradeNo: 't', accountId: ann, amount: q, moneyMinor: 1, currency: 'CNY', provider: 'alipay' },
      }),
      { 'cash:alipay': -70, 'topups:claimed': 70 },
    ],
    [
      'its credit, too',
      account({
        type: 'QuotaToppedUp',
        data: { amount: q, source, tradeNo: 't', provider: 'alipay', moneyMinor: 1, currency: 'CNY' },
      }),
      { 'topups:claimed': -70, 'user:2:wallet': 70 },
    ],
    [
      'a balance that is brought in',
      account({ type: 'QuotaGranted', data: { amount: q, grant: 'opening', source } }),
      { adjustment: -70, 'user:2:wallet': 70 },
    ],
    [
      'a code of five uses that is sold',
      other({ type: 'CodeIssued', data: { codeId: codeId(1), amount: q, actorId: ann, usesMax: 5, sale } }),
      { 'cash:codes': -350, 'codes:outstanding': 350 },
    ],
    [
      'a sold code that is withdrawn',
      other({ type: 'CodeWithdrawn', data: { codeId: codeId(1), amount: q, actorId: ann, sold: true } }),
      { 'cash:codes': 70, 'codes:outstanding': -70 },
    ],
    [
      'paid money that expires',
      account({ type: 'CreditExpired', data: { lot: 1, kind: 'paid', amount: q, source, n: 0 } }),
      { breakage: 70, 'user:2:wallet': -70 },
    ],
    [
      'a gift that expires',
      account({ type: 'CreditExpired', data: { lot: 1, kind: 'promotional', amount: q, source, n: 0 } }),
      { promotion: 70, 'user:2:wallet': -70 },
    ],
    [
      'a set amount that expires',
      account({ type: 'CreditExpired', data: { lot: 1, kind: 'adjustment', amount: q, source, n: 0 } }),
      { adjustment: 70, 'user:2:wallet': -70 },
    ],
    ['a payment that goes back', other(reversed('chargeback')), { 'cash:alipay': 70, 'topups:claimed': -70 }],
    ['a payment that did not go back', other(reversed('dispute_won')), { 'cash:alipay': -70, 'topups:claimed': 70 }],
    [
      "the account's side of it",
      account({
        type: 'QuotaReversed',
        data: { delta: quota(-70), moneyMinor: 1, tradeNo: 't', reversalId: 'r', kind: 'chargeback', source },
      }),
      { 'topups:claimed': 70, 'user:2:wallet': -70 },
    ],
    [
      'commission',
      account({
        type: 'CommissionAccrued',
        data: { amount: q, source, orderSource: source, inviteeId: userId(3), percent: '5' },
      }),
      { promotion: -70, 'user:2:earnings': 70 },
    ],
    [
      'commission that is taken back',
      account({ type: 'CommissionReversed', data: { amount: q, source, orderSource: source } }),
      { promotion: 70, 'user:2:earnings': -70 },
    ],
    [
      'a settled charge',
      account(settled({ before: quota(100), after: quota(60) })),
      { 'user:2:wallet': 40, suspense: -100, revenue: 60 },
    ],
    [
      'a charge that is accepted',
      account(settled({ before: quota(100), after: quota(100) })),
      { suspense: -100, revenue: 100 },
    ],
    ['a re-rated charge', account(rerated(false)), { 'user:2:wallet': -5, revenue: 5 }],
    ['a re-rated charge in suspense', account(rerated(true)), { 'user:2:wallet': -5, suspense: 5 }],
    [
      'a failed task in suspense',
      other({
        type: 'TaskFailed',
        data: { taskId: 't', accountId: ann, tokenId: NO_TOKEN, refund: q, reason: '', suspended: true },
      }),
      { suspense: -70, 'refunds:claimed': 70 },
    ],
  ])('of %s', (_what, recorded, expected) => {
    expect(Object.fromEntries(totals(postings(recorded)))).toEqual(expected);
  });

  const lines = (recorded: Parameters<typeof postings>[0]): readonly string[] =>
    postings(recorded).map(({ account: name }) => name);
  const back = { moneyMinor: 1, tradeNo: 't', reversalId: 'r', source } as const;
  it.each([
    ['a payment that goes back', other(reversed('refund')), ['topups:claimed', 'cash:alipay']],
    ['one that did not go back', other(reversed('refund_failed')), ['topups:claimed', 'cash:alipay']],
    [
      "the account's side",
      account({ type: 'QuotaReversed', data: { ...back, delta: quota(-70), kind: 'refund' } }),
      ['user:2:wallet', 'topups:claimed'],
    ],
    [
      'the same undone',
      account({ type: 'QuotaReversed', data: { ...back, delta: quota(70), kind: 'refund_failed' } }),
      ['user:2:wallet', 'topups:claimed'],
    ],
    [
      'commission that is taken back',
      account({ type: 'CommissionReversed', data: { amount: q, source, orderSource: source } }),
      ['user:2:earnings', 'promotion'],
    ],
    [
      'a gift that expires',
      account({ type: 'CreditExpired', data: { lot: 1, kind: 'promotional', amount: q, source, n: 0 } }),
      ['user:2:wallet', 'promotion'],
    ],
    [
      'a settled charge',
      account(settled({ before: quota(100), after: quota(60) })),
      ['user:2:wallet', 'suspense', 'revenue'],
    ],
    [
      'a correction',
      account({ type: 'ConsumptionCorrected', data: { charge, delta: quota(-4), source } }),
      ['user:2:wallet', 'suspense', 'revenue'],
    ],
    ['a re-rated charge', account(rerated(true)), ['user:2:wallet', 'suspense']],
  ])('of %s stand in the order of its type, which journals show', (_what, recorded, expected) => {
    expect(lines(recorded)).toEqual(expected);
  });

  it('are none for what moves nothing', () => {
    expect(postings(other({ type: 'ConsumptionStarted', data: exampleStart() }))).toEqual([]);
    expect(postings(account({ type: 'AccountClosed', data: { actorId: ann } }))).toEqual([]);
    expect(
      postings(other({ type: 'ConsumptionRecorded', data: { ...charge, amount: quota(0), interrupted: false } })),
    ).toEqual([]);
  });

  it("refuse an account's event in a stream that is no account's", () => {
    expect(() => postings(other({ type: 'InviteEarningsTransferred', data: { amount: q } }))).toThrow(
      /stream elsewhere/,
    );
  });

  const amount = fc.integer({ min: 1, max: 2 ** 45 }).map(quota);
  const movement = fc.oneof(
    amount.map((units) => ({
      wallet: units,
      ...account({ type: 'QuotaGranted', data: { amount: units, grant: 'new_user', source } }),
    })),
    amount.map((units) => ({
      wallet: units,
      ...account({ type: 'RedemptionCredited', data: { codeId: codeId(1), amount: units, source, use: 1 } }),
    })),
    amount.map((units) => ({
      wallet: 0,
      ...other({ type: 'CodeRedeemed', data: { codeId: codeId(1), amount: units, accountId: ann, use: 1 } }),
    })),
    amount.map((units) => ({
      wallet: -units,
      ...account({ type: 'QuotaAdjusted', data: { delta: quota(-units), actorId: ann, reason: '', absolute: null } }),
    })),
    amount.map((units) => ({
      wallet: -units,
      ...other({
        type: 'ConsumptionRecorded',
        data: { ...charge, requestId: 'r' as RequestId, amount: units, interrupted: false },
      }),
    })),
    amount.map((units) => ({
      wallet: units,
      ...account({ type: 'ConsumptionCorrected', data: { charge, delta: quota(-units), source } }),
    })),
    amount.map((units) => ({
      wallet: 0,
      ...account({ type: 'InviteRewardAccrued', data: { amount: units, source, inviteeId: userId(3) } }),
    })),
  );

  it('sum to zero after every event, and the wallet to credits less consumption', () => {
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 60 }), (history) => {
        const lines = history.flatMap((recorded) => {
          const posted = postings(recorded);
          expect(posted.reduce((sum, line) => sum + line.amount, 0)).toBe(0);
          return posted;
        });
        expect(totals(lines).get('user:2:wallet') ?? 0).toBe(history.reduce((sum, { wallet }) => sum + wallet, 0));
      }),
    );
  });
});
