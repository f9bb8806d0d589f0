import { describe, it } from '@jest/globals';
import { userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { specification } from '../testing/given-when-then.ts';
import { decide, type TopUpCommand } from './decide.ts';
import type { TopUpEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { initialTopUp, type TopUp } from './state.ts';

const given = specification<TopUpCommand, TopUp, TopUpEvent>({
  decide,
  fold: (events) => events.reduce(evolve, initialTopUp),
});

const order = {
  tradeNo: 'T1',
  accountId: userId(2),
  amount: quota(5_000_000),
  moneyMinor: 7300,
  currency: 'CNY',
  provider: 'alipay',
};
const requested: TopUpEvent = { type: 'TopUpRequested', data: order };
const paid: TopUpEvent = { type: 'TopUpPaid', data: order };
const failed: TopUpEvent = { type: 'TopUpFailed', data: { tradeNo: 'T1', reason: 'cancelled' } };
const pay = { type: 'PayTopUp', provider: 'alipay', moneyMinor: 7300, currency: 'CNY' } as const;

describe('a payment order', () => {
  it('is requested once, for something', () => {
    given().when({ type: 'RequestTopUp', order }).then(requested);
    given(requested).when({ type: 'RequestTopUp', order }).thenRefused({ code: 'topup_exists' });
    given()
      .when({ type: 'RequestTopUp', order: { ...order, amount: quota(0) } })
      .thenRefused({ code: 'amount_not_positive', field: 'amount' });
  });

  it('is paid once, however often the gateway says so', () => {
    given(requested).when(pay).then(paid);
    given(requested, paid).when(pay).then();
  });

  it('keeps the number that its payment has at the provider, and is not paid by another', () => {
    const terms = { units: 10, quotaPerUnit: '500000', price: '7.3', ratio: '1' };
    const priced: TopUpEvent = { type: 'TopUpRequested', data: { ...order, terms } };
    const paidBy: TopUpEvent = { type: 'TopUpPaid', data: { ...order, providerRef: 'P1' } };
    given(priced)
      .when({ ...pay, providerRef: 'P1' })
      .then(paidBy);
    given(priced, paidBy)
      .when({ ...pay, providerRef: 'P1' })
      .then();
    given(priced, paidBy).when(pay).then();
    given(requested, paid)
      .when({ ...pay, providerRef: 'P2' })
      .then();
    given(priced, paidBy)
      .when({ ...pay, providerRef: 'P2' })
      .thenRefused({ code: 'topup_paid_twice' });
  });

  it('is paid with its own money through its own provider only', () => {
    given(requested)
      .when({ ...pay, moneyMinor: 7299 })
      .thenRefused({ code: 'topup_mismatch', field: 'money' });
    given(requested)
      .when({ ...pay, currency: 'USD' })
      .thenRefused({ code: 'topup_mismatch', field: 'money' });
    given(requested)
      .when({ ...pay, provider: 'wxpay' })
      .thenRefused({ code: 'topup_mismatch', field: 'provider' });
  });

  it('is not paid after it failed, nor fails after it was paid', () => {
    given(requested).when({ type: 'FailTopUp', reason: 'cancelled' }).then(failed);
    given(requested, failed).when(pay).thenRefused({ code: 'topup_failed' });
    given(requested, paid).when({ type: 'FailTopUp', reason: 'cancelled' }).then();
  });

  it('must have been requested', () => {
    given().when(pay).thenRefused({ code: 'topup_missing' });
  });
});
