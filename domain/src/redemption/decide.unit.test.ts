import { describe, it } from '@jest/globals';
import { CREDIT_MAX } from '../account/limits.ts';
import { codeId, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { specification } from '../testing/given-when-then.ts';
import { decide, type RedemptionCommand } from './decide.ts';
import type { RedemptionEvent } from './events.ts';
import { fold } from './evolve.ts';

const given = specification<RedemptionCommand, ReturnType<typeof fold>, RedemptionEvent>({
  decide,
  fold: (events) => fold(events),
});

const code = codeId(7);
const [admin, ann, bob] = [userId(1), userId(2), userId(3)];
const issued = (amount = 100): RedemptionEvent => ({
  type: 'CodeIssued',
  data: { codeId: code, amount: quota(amount), actorId: admin },
});
const disabled: RedemptionEvent = { type: 'CodeDisabled', data: { codeId: code, actorId: admin } };
const enabled: RedemptionEvent = { type: 'CodeEnabled', data: { codeId: code, actorId: admin } };
const redeemed = (amount = 100): RedemptionEvent => ({
  type: 'CodeRedeemed',
  data: { codeId: code, amount: quota(amount), accountId: ann },
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
      .when({ type: 'RedeemCode', accountId: ann })
      .thenRefused({ code: 'amount_too_large', field: 'quota', maximum: CREDIT_MAX });
  });

  it('is redeemed for what it is worth at that moment, once', () => {
    given(issued(), edited(250, 100)).when({ type: 'RedeemCode', accountId: ann }).then(redeemed(250));
    given(issued(), redeemed()).when({ type: 'RedeemCode', accountId: bob }).thenRefused({ code: 'code_used' });
    given(issued(), redeemed()).when({ type: 'RedeemCode', accountId: ann }).thenRefused({ code: 'code_used' });
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
    given(issued(), disabled).when({ type: 'RedeemCode', accountId: ann }).thenRefused({ code: 'code_disabled' });
    given(issued(), disabled, enabled).when({ type: 'RedeemCode', accountId: ann }).then(redeemed());
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
      data: { codeId: code, amount: quota(amount), actorId: admin },
    });
    given(issued(), edited(40, 100)).when(withdraw).then(withdrawn(40));
    given(issued(), disabled).when(withdraw).then(withdrawn(100));
    given(issued(), redeemed()).when(withdraw).thenRefused({ code: 'code_used' });
    given(issued(), withdrawn(100)).when(withdraw).then();
    for (const command of [
      edit(5),
      { type: 'EnableCode', actorId: admin },
      { type: 'DisableCode', actorId: admin },
      { type: 'RedeemCode', accountId: ann },
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
      { type: 'RedeemCode', accountId: ann },
    ] as const) {
      given(issued(), expired).when(command).thenRefused({ code: 'code_missing' });
    }
    given(issued(), expired).when(issue(100)).thenRefused({ code: 'code_exists' });
    given(issued(), redeemed(), expired)
      .when(edit(5))
      .thenThrows(/^CodeExpired of a code that is used$/);
  });

  it('must have been issued', () => {
    given().when({ type: 'RedeemCode', accountId: ann }).thenRefused({ code: 'code_missing' });
    given().when(edit(5)).thenRefused({ code: 'code_missing' });
  });
});
