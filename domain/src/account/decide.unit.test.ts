import { describe, expect, it } from '@jest/globals';
import { userId } from '../shared/ids.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import type { AccountCommand } from './commands.ts';
import { decide } from './decide.ts';
import type { AccountEvent } from './events.ts';
import { evolve, fold } from './evolve.ts';
import { ACCOUNT_MAX, CREDIT_MAX } from './limits.ts';
import {
  admin,
  ann,
  closed,
  folded,
  given,
  grant,
  granted,
  late,
  lease,
  limited,
  opened,
  q,
  redeem,
  redeemed,
  report,
  resized,
  settled,
  source,
  token,
} from './testing/example-account.ts';

describe('an account', () => {
  it('is opened once, with the gifts that are worth something', () => {
    const gift = (amount: number) => ({ amount: q(amount), grant: 'new_user' as const, source: source('new') });
    given()
      .when({ type: 'OpenAccount', userId: ann, grants: [gift(0), gift(30)] })
      .then(opened, granted(30));
    given(opened).when({ type: 'OpenAccount', userId: ann, grants: [] }).thenRefused({ code: 'account_exists' });
  });

  it('must have been opened', () => {
    given().when(redeem()).thenRefused({ code: 'account_missing' });
    given().when(grant('l', 1)).thenRefused({ code: 'account_missing' });
  });

  it('credits a claim once, however often it is repeated', () => {
    given(opened).when(redeem()).then(redeemed());
    given(opened, redeemed()).when(redeem()).then();
  });

  it.each([
    [0, 'amount_not_positive'],
    [-5, 'amount_not_positive'],
    [CREDIT_MAX + 1, 'amount_too_large'],
  ])('refuses a credit of %d', (amount, code) => {
    expect(decide(redeem(amount), folded([opened]))).toMatchObject({ ok: false, refusal: { code, field: 'quota' } });
  });

  it('moves invite rewards to the balance, what there is and no less than the minimum', () => {
    const accrued: AccountEvent = {
      type: 'InviteRewardAccrued',
      data: { amount: q(50), source: source('invite-8'), inviteeId: userId(8) },
    };
    given(opened)
      .when({ type: 'AccrueInviteReward', amount: q(50), inviteeId: userId(8), source: source('invite-8') })
      .then(accrued);
    given(opened, accrued)
      .when({ type: 'TransferEarnings', amount: q(40), minimum: q(10) })
      .then({ type: 'InviteEarningsTransferred', data: { amount: q(40) } });
    given(opened, accrued)
      .when({ type: 'TransferEarnings', amount: q(60), minimum: q(10) })
      .thenRefused({ code: 'insufficient_earnings', available: 50, needed: 60 });
    given(opened, accrued)
      .when({ type: 'TransferEarnings', amount: q(9), minimum: q(10) })
      .thenRefused({ code: 'transfer_below_minimum', minimum: 10 });
    const after = folded([opened, accrued, { type: 'InviteEarningsTransferred', data: { amount: q(40) } }]);
    expect(after).toMatchObject({ credits: 40, earnings: 10 });
  });

  it('is adjusted by a signed delta, below zero too', () => {
    const adjust = (delta: number): AccountCommand => ({
      type: 'AdjustQuota',
      delta: q(delta),
      actorId: admin,
      reason: 'a mistake',
    });
    const adjusted = (delta: number): AccountEvent => ({
      type: 'QuotaAdjusted',
      data: { delta: q(delta), actorId: admin, reason: 'a mistake', absolute: null },
    });
    given(opened, granted(10)).when(adjust(-25)).then(adjusted(-25));
    given(opened).when(adjust(0)).then();
    given(opened, closed).when(adjust(-1)).then(adjusted(-1));
    given(opened)
      .when(adjust(-CREDIT_MAX - 1))
      .thenRefused({ code: 'amount_too_large', field: 'quota', maximum: CREDIT_MAX });
  });

  it('is adjusted once for one source, whatever the amount of the second time', () => {
    const adjust = (delta: number): AccountCommand => ({
      type: 'AdjustQuota',
      delta: q(delta),
      actorId: admin,
      reason: 'once',
      source: source('adjust-1'),
    });
    const adjusted: AccountEvent = {
      type: 'QuotaAdjusted',
      data: { delta: q(-25), actorId: admin, reason: 'once', absolute: null, source: source('adjust-1') },
    };
    given(opened).when(adjust(-25)).then(adjusted);
    given(opened, adjusted).when(adjust(-25)).then();
    given(opened, adjusted).when(adjust(CREDIT_MAX)).then();
  });

  it('is set to a number by the difference from credits less what was charged in tills and late', () => {
    const set: AccountCommand = {
      type: 'SetBalance',
      balance: q(1_000),
      tillCharges: q(30),
      actorId: admin,
      reason: 'set',
    };
    const data = { actorId: admin, reason: 'set', absolute: { balance: q(1_000), tillCharges: q(30) } };
    given(opened, granted(500), late(20))
      .when(set)
      .then({ type: 'QuotaAdjusted', data: { delta: q(1_000 - (500 - 20 - 30)), ...data } });
    given(opened, granted(1_030), lease('l', 100), resized('l', 100, 12))
      .when(set)
      .then();
  });

  it('takes a delta that a number came to, whatever has come in since, once', () => {
    const absolute = { balance: q(40), tillCharges: q(0) };
    const facts = { actorId: admin, reason: '', absolute, source: source('balance-1') };
    const adjust = (delta: number): AccountCommand => ({ type: 'AdjustQuota', delta: q(delta), ...facts });
    const adjusted = (delta: number): AccountEvent => ({ type: 'QuotaAdjusted', data: { delta: q(delta), ...facts } });
    given(opened, granted(1_000), redeemed(700)).when(adjust(-960)).then(adjusted(-960));
    given(opened, granted(1_000), adjusted(-960), redeemed(700)).when(adjust(-960)).then();
    expect(folded([opened, granted(1_000), redeemed(700), adjusted(-960)])).toMatchObject({ credits: 740 });
    given(opened)
      .when(adjust(-2 * CREDIT_MAX))
      .then(adjusted(-2 * CREDIT_MAX));
  });

  it('is told nothing by a limit that stands already, closed though it is meanwhile, and refuses a new one', () => {
    const limit = (version: number): AccountCommand => ({
      type: 'SetTokenLimit',
      tokenId: token,
      limit: q(9),
      version,
    });
    for (const version of [1, 2]) given(opened, limited(9, 2), closed).when(limit(version)).then();
    given(opened, limited(9, 2), closed).when(limit(3)).thenRefused({ code: 'account_closed' });
  });

  describe('with as much as it may have', () => {
    const adjust = (delta: number): AccountCommand => ({
      type: 'AdjustQuota',
      delta: q(delta),
      actorId: admin,
      reason: 'r',
    });
    const adjusted = (delta: number): AccountEvent => ({
      type: 'QuotaAdjusted',
      data: { delta: q(delta), actorId: admin, reason: 'r', absolute: null },
    });
    const accrued = (amount: number): AccountEvent => ({
      type: 'InviteRewardAccrued',
      data: { amount: q(amount), source: source('invite-8'), inviteeId: userId(8) },
    });
    const tooLarge = (maximum: number) => ({ code: 'amount_too_large', field: 'quota', maximum }) as const;
    const set = (balance: number, tillCharges: number): AccountCommand => ({
      type: 'SetBalance',
      balance: q(balance),
      tillCharges: q(tillCharges),
      actorId: admin,
      reason: 'r',
    });

    it('takes no credit that leaves the bound, of whatever kind', () => {
      given(opened, granted(ACCOUNT_MAX - 70))
        .when(redeem(70))
        .then(redeemed(70));
      const commands: readonly AccountCommand[] = [
        redeem(70),
        adjust(70),
        { type: 'RefundConsumption', amount: q(70), tokenId: token, source: source('task-1') },
        { type: 'TransferEarnings', amount: q(70), minimum: q(1) },
        {
          type: 'TopUp',
          topUp: {
            amount: q(70),
            source: source('topup-1'),
            tradeNo: '1',
            provider: 'p',
            moneyMinor: 1,
            currency: 'CNY',
          },
        },
      ];
      for (const command of commands)
        given(opened, accrued(100), granted(ACCOUNT_MAX - 69))
          .when(command)
          .thenRefused(tooLarge(69));
      given(opened, adjusted(-ACCOUNT_MAX)).when(adjust(-1)).thenRefused(tooLarge(0));
      given(opened, accrued(ACCOUNT_MAX))
        .when({ type: 'AccrueInviteReward', amount: q(1), inviteeId: userId(9), source: source('invite-9') })
        .thenRefused(tooLarge(0));
    });

    it('is not set to a number that its charges carry beyond', () => {
      given(opened, granted(ACCOUNT_MAX - 10))
        .when(set(11, ACCOUNT_MAX - 10))
        .thenRefused(tooLarge(10));
      given(opened)
        .when(set(CREDIT_MAX + 1, 0))
        .thenRefused(tooLarge(CREDIT_MAX));
    });

    it('that a ledger of earlier days holds above it can be brought back, and knows its sources', () => {
      given(opened, adjusted(2 ** 50))
        .when(adjust(-5))
        .then(adjusted(-5));
      given(opened, adjusted(2 ** 50))
        .when(adjust(5))
        .thenRefused(tooLarge(0));
      given(opened, redeemed(), adjusted(2 ** 50))
        .when(redeem())
        .then();
      given(opened, adjusted(2 ** 50))
        .when(set(0, 0))
        .then({
          type: 'QuotaAdjusted',
          data: { delta: q(-(2 ** 50)), actorId: admin, reason: 'r', absolute: { balance: q(0), tillCharges: q(0) } },
        });
    });
  });

  it('remembers what was recorded late or corrected, by request', () => {
    const charge = exampleCharge({ amount: q(60) });
    const record: AccountCommand = { type: 'RecordLateConsumption', charge, source: source('request-1') };
    given(opened).when(record).then(late(60));
    given(opened, late(60)).when(record).then();
    const correct: AccountCommand = { type: 'CorrectConsumption', delta: q(-4), charge, source: source('request-2') };
    const corrected: AccountEvent = {
      type: 'ConsumptionCorrected',
      data: { delta: q(-4), charge, source: source('request-2') },
    };
    given(opened).when(correct).then(corrected);
    given(opened, corrected).when(correct).then();
    expect(folded([opened, granted(100), late(60), corrected])).toMatchObject({ credits: 100, late: 56 });
  });
});

describe('a closed account', () => {
  it('refuses what begins something', () => {
    for (const command of [
      grant('l', 1),
      { type: 'TransferEarnings', amount: q(1), minimum: q(1) },
      { type: 'SetTokenLimit', tokenId: token, limit: q(1), version: 1 },
    ] as const) {
      given(opened, granted(10), closed).when(command).thenRefused({ code: 'account_closed' });
    }
    given(opened, granted(10), lease('l', 5), closed)
      .when({ type: 'RaiseLease', report: report('l', 0), need: q(1), want: q(1) })
      .thenRefused({ code: 'account_closed' });
  });

  it('never refuses what had begun before', () => {
    given(opened, closed).when(redeem()).then(redeemed());
    given(opened, closed)
      .when({ type: 'RefundConsumption', amount: q(7), tokenId: token, source: source('task-1') })
      .then({ type: 'ConsumptionRefunded', data: { amount: q(7), tokenId: token, source: source('task-1') } });
    given(opened, closed)
      .when({ type: 'RecordLateConsumption', charge: exampleCharge({ amount: q(60) }), source: source('request-1') })
      .then(late(60));
    given(opened, lease('l', 5), closed)
      .when({ type: 'SettleLease', report: report('l', 5) })
      .then(settled('l', 5));
    given(opened, lease('l', 5), closed)
      .when({ type: 'CoverLease', report: report('l', 5), amount: q(9) })
      .then(resized('l', 9, 5));
    given(opened, closed).when({ type: 'CloseAccount', actorId: admin }).then();
  });
});

describe('a stream', () => {
  it('is folded onto an account that stays as it was, and to the same whether at once or one by one', () => {
    const before = [opened, granted(1_000), limited(500), lease('a', 100, token)];
    const after = [redeemed(), lease('s', 50), resized('a', 100, 30), late(5), limited(400, 2), settled('s', 20)];
    const known = folded(before);
    const copy = structuredClone(known);
    const placed = after.map((event, index) => ({
      event,
      placed: { revision: before.length + index, atMs: 1_000 * (before.length + index) },
    }));
    const atOnce = fold(placed, known);
    expect(known).toEqual(copy);
    expect(atOnce).toEqual(placed.reduce((account, { event, placed: at }) => evolve(account, event, at), known));
    expect(atOnce).toEqual(folded([...before, ...after]));
  });

  it('that no decider wrote is refused when it is folded', () => {
    expect(() => folded([granted(10)])).toThrow(/begins with QuotaGranted/);
    expect(() => folded([opened, settled('l', 1)])).toThrow(/lease l, which is not open/);
  });
});
