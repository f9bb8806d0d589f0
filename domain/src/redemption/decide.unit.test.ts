import { describe, expect, it } from '@jest/globals';
import { CREDIT_MAX } from '../account/limits.ts';
import { codeId, type UserId, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { specification } from '../testing/given-when-then.ts';
import { creditOf, decide, type RedemptionCommand, redemptionSource } from './decide.ts';
import type { RedemptionEvent } from './events.ts';
import { fold } from './evolve.ts';

const given = specification<RedemptionCommand, ReturnType<typeof fold>, RedemptionEvent>({
  decide,
  fold: (events) => fold(events),
});

const NOW_MS = 1_795_000_000_000;
const code = codeId(7);
const [admin, ann, bob] = [userId(1), userId(2), userId(3)];
const issued = (amount = 100): RedemptionEvent => ({
  type: 'CodeIssued',
  data: { codeId: code, amount: quota(amount), actorId: admin, usesMax: 1 },
});
const disabled: RedemptionEvent = { type: 'CodeDisabled', data: { codeId: code, actorId: admin } };
const enabled: RedemptionEvent = { type: 'CodeEnabled', data: { codeId: code, actorId: admin } };
const redeemed = (amount = 100): RedemptionEvent => ({
  type: 'CodeRedeemed',
  data: { codeId: code, amount: quota(amount), accountId: ann, use: 1 },
});
const edited = (amount: number, previous: number): RedemptionEvent => ({
  type: 'CodeEdited',
  data: { codeId: code, amount: quota(amount), previousAmount: quota(previous), actorId: admin },
});
const issue = (amount: number): RedemptionCommand => ({
  type: 'IssueCode',
  codeId: code,
  amount: quota(amount),
  actorId: admin,
});
const edit = (amount: number): RedemptionCommand => ({ type: 'EditCode', amount: quota(amount), actorId: admin });

describe('a redemption code', () => {
  it('is issued once', () => {
    given().when(issue(100)).then(issued());
    given(issued()).when(issue(100)).thenRefused({ code: 'code_exists' });
  });

  it.each([0, -1])('is not issued for %d', (amount) => {
    given().when(issue(amount)).thenRefused({ code: 'amount_not_positive', field: 'quota' });
    given(issued()).when(edit(amount)).thenRefused({ code: 'amount_not_positive', field: 'quota' });
  });

  it('is not issued for more than an account may be credited', () => {
    given()
      .when(issue(CREDIT_MAX + 1))
      .thenRefused({ code: 'amount_too_large', field: 'quota', maximum: CREDIT_MAX });
    given().when(issue(CREDIT_MAX)).then(issued(CREDIT_MAX));
    given(issued(CREDIT_MAX + 1))
      .when({ type: 'RedeemCode', accountId: ann, nowMs: NOW_MS })
      .thenRefused({ code: 'amount_too_large', field: 'quota', maximum: CREDIT_MAX });
  });

  it('is redeemed for what it is worth at that moment, once', () => {
    given(issued(), edited(250, 100)).when({ type: 'RedeemCode', accountId: ann, nowMs: NOW_MS }).then(redeemed(250));
    given(issued(), redeemed())
      .when({ type: 'RedeemCode', accountId: bob, nowMs: NOW_MS })
      .thenRefused({ code: 'code_used' });
    given(issued(), redeemed())
      .when({ type: 'RedeemCode', accountId: ann, nowMs: NOW_MS })
      .thenRefused({ code: 'code_used' });
  });

  it('stays used', () => {
    for (const command of [
      edit(5),
      { type: 'EnableCode', actorId: admin },
      { type: 'DisableCode', actorId: admin },
    ] as const) {
      given(issued(), redeemed()).when(command).thenRefused({ code: 'code_used' });
    }
  });

  it('is refused while it is disabled', () => {
    given(issued(), disabled)
      .when({ type: 'RedeemCode', accountId: ann, nowMs: NOW_MS })
      .thenRefused({ code: 'code_disabled' });
    given(issued(), disabled, enabled).when({ type: 'RedeemCode', accountId: ann, nowMs: NOW_MS }).then(redeemed());
  });

  it('is disabled and enabled only when that changes something', () => {
    given(issued()).when({ type: 'DisableCode', actorId: admin }).then(disabled);
    given(issued(), disabled).when({ type: 'DisableCode', actorId: admin }).then();
    given(issued(), disabled).when({ type: 'EnableCode', actorId: admin }).then(enabled);
    given(issued()).when({ type: 'EnableCode', actorId: admin }).then();
  });

  it('is edited, disabled or not, and says what it was worth before', () => {
    given(issued()).when(edit(40)).then(edited(40, 100));
    given(issued(), disabled).when(edit(40)).then(edited(40, 100));
    given(issued()).when(edit(100)).then();
  });

  it('is withdrawn with what it is worth until it is used, and is never worth anything again', () => {
    const withdraw: RedemptionCommand = { type: 'WithdrawCode', actorId: admin };
    const withdrawn = (amount: number): RedemptionEvent => ({
      type: 'CodeWithdrawn',
      data: { codeId: code, amount: quota(amount), actorId: admin, sold: false },
    });
    given(issued(), edited(40, 100)).when(withdraw).then(withdrawn(40));
    given(issued(), disabled).when(withdraw).then(withdrawn(100));
    given(issued(), redeemed()).when(withdraw).thenRefused({ code: 'code_used' });
    given(issued(), withdrawn(100)).when(withdraw).then();
    for (const command of [
      edit(5),
      { type: 'EnableCode', actorId: admin },
      { type: 'DisableCode', actorId: admin },
      { type: 'RedeemCode', accountId: ann, nowMs: NOW_MS },
    ] as const) {
      given(issued(), withdrawn(100)).when(command).thenRefused({ code: 'code_missing' });
    }
    given(issued(), withdrawn(100)).when(issue(100)).thenRefused({ code: 'code_exists' });
  });

  it('that has expired is never worth anything again, and needs not be withdrawn', () => {
    const expired: RedemptionEvent = { type: 'CodeExpired', data: { codeId: code, amount: quota(100), sold: true } };
    given(issued(), disabled, expired).when({ type: 'WithdrawCode', actorId: admin }).then();
    for (const command of [
      edit(5),
      { type: 'EnableCode', actorId: admin },
      { type: 'DisableCode', actorId: admin },
      { type: 'RedeemCode', accountId: ann, nowMs: NOW_MS },
    ] as const) {
      // As from its time on, whether or not somebody has written CodeExpired by then.
      given(issued(), expired).when(command).thenRefused({ code: 'code_expired' });
    }
    given(issued(), expired).when(issue(100)).thenRefused({ code: 'code_exists' });
    given(issued(), redeemed(), expired)
      .when(edit(5))
      .thenThrows(/^CodeExpired of a code that is used$/);
  });

  const sale = { moneyMinor: 500, currency: 'EUR' };
  const many: RedemptionEvent = {
    type: 'CodeIssued',
    data: {
      codeId: code,
      amount: quota(100),
      actorId: admin,
      sale,
      expiresAtMs: NOW_MS + 1,
      creditDays: 30,
      usesMax: 3,
    },
  };
  const use = (accountId: UserId, n: number): RedemptionEvent => ({
    type: 'CodeRedeemed',
    data: { codeId: code, amount: quota(100), accountId, use: n, sale, expiresAtMs: NOW_MS + 30 * 86_400_000 },
  });
  const redeem = (accountId: UserId, nowMs = NOW_MS): RedemptionCommand => ({ type: 'RedeemCode', accountId, nowMs });

  it('of several uses is used once by each account until it is used up', () => {
    given(many).when(redeem(ann)).then(use(ann, 1));
    given(many, use(ann, 1)).when(redeem(ann)).thenRefused({ code: 'code_used_by_you' });
    given(many, use(ann, 1)).when(redeem(bob)).then(use(bob, 2));
    given(many, use(ann, 1), use(bob, 2), use(admin, 3))
      .when(redeem(userId(9)))
      .thenRefused({ code: 'code_used' });
  });

  it('is credited under a source of its own for each use, with when its credit ends', () => {
    expect([1, 2, 30].map((n) => redemptionSource(code, n))).toEqual([
      'redemption-7',
      'redemption-7-2',
      'redemption-7-30',
    ]);
    const redeemedAs = use(bob, 2);
    if (redeemedAs.type !== 'CodeRedeemed') throw new Error('no use');
    expect(creditOf(redeemedAs.data, 5)).toEqual({
      type: 'CreditRedemption',
      amount: 100,
      codeId: 7,
      use: 2,
      sale,
      expiresAtMs: NOW_MS + 30 * 86_400_000,
      source: 'redemption-7-2',
      sourceBornMs: 5,
    });
  });

  it('is worth nothing from its time on, and its amount is fixed where it is sold or has several uses', () => {
    given(many)
      .when(redeem(ann, NOW_MS + 1))
      .thenRefused({ code: 'code_expired' });
    given(many).when(edit(5)).thenRefused({ code: 'code_amount_fixed' });
    given(many).when(edit(100)).then();
  });

  it('is withdrawn with all uses that are left of it', () => {
    given(many, use(ann, 1))
      .when({ type: 'WithdrawCode', actorId: admin })
      .then({ type: 'CodeWithdrawn', data: { codeId: code, amount: quota(200), actorId: admin, sold: true } });
  });

  it('must have been issued', () => {
    given().when({ type: 'RedeemCode', accountId: ann, nowMs: NOW_MS }).thenRefused({ code: 'code_missing' });
    given().when(edit(5)).thenRefused({ code: 'code_missing' });
  });
});
