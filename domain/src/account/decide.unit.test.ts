import { describe, expect, it } from '@jest/globals';
import type { LeaseId, SourceId, TillId, TokenId } from '../shared/ids.ts';
import { userId } from '../shared/ids.ts';
import { quota, type Quota } from '../shared/quota.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import { specification } from '../testing/given-when-then.ts';
import { available, availableToToken } from './balance.ts';
import type { AccountCommand } from './commands.ts';
import { ACCOUNT_MAX, CREDIT_MAX, decide } from './decide.ts';
import type { AccountEvent } from './events.ts';
import { evolve, fold } from './evolve.ts';
import type { Account } from './state.ts';

const folded = (events: readonly AccountEvent[]): Account => fold(events.map((event, revision) => ({ event, placed: { revision, atMs: 1_000 * revision } })));
const given = specification<AccountCommand, Account, AccountEvent>({ decide, fold: folded });

const ann = userId(2);
const admin = userId(1);
const q = quota;
const till = 'till-a' as TillId;
const token = 5 as TokenId;
const source = (text: string) => text as SourceId;

const opened: AccountEvent = { type: 'AccountOpened', data: { userId: ann } };
const closed: AccountEvent = { type: 'AccountClosed', data: { actorId: admin } };
const granted = (amount: number): AccountEvent => ({ type: 'QuotaGranted', data: { amount: q(amount), grant: 'new_user', source: source('new') } });
const limited = (limit: number | null, version = 1, tokenId = token): AccountEvent => ({ type: 'TokenLimitSet', data: { tokenId, limit: limit === null ? null : q(limit), version } });
const lease = (id: string, amount: number, tokenId: TokenId | null = null): AccountEvent =>
  ({ type: 'LeaseGranted', data: { leaseId: id as LeaseId, tillId: till, tokenId, amount: q(amount) } });
const report = (id: string, consumed: number, ofToken: TokenId = token) =>
  ({ leaseId: id as LeaseId, consumed: q(consumed), byToken: consumed === 0 ? {} : { [String(ofToken)]: q(consumed) } });
const resized = (id: string, amount: number, consumed: number, ofToken?: TokenId): AccountEvent =>
  ({ type: 'LeaseResized', data: { ...report(id, consumed, ofToken), amount: q(amount) } });
const settled = (id: string, consumed: number): AccountEvent => ({ type: 'LeaseSettled', data: report(id, consumed) });
const late = (amount: number): AccountEvent =>
  ({ type: 'LateConsumptionRecorded', data: { source: source('request-1'), charge: exampleCharge({ amount: q(amount) }) } });
const redeem = (amount = 70): AccountCommand => ({ type: 'CreditRedemption', amount: q(amount), codeId: 9 as never, source: source('redemption-9') });
const redeemed = (amount = 70): AccountEvent => ({ type: 'RedemptionCredited', data: { amount: q(amount), codeId: 9 as never, source: source('redemption-9') } });
const grant = (id: string, need: number, want = need, tokenId: TokenId | null = null, tokenVersion = 0): AccountCommand =>
  ({ type: 'GrantLease', leaseId: id as LeaseId, tillId: till, need: q(need), want: q(want), tokenId, tokenVersion });

describe('an account', () => {
  it('is opened once, with the gifts that are worth something', () => {
    const gift = (amount: number) => ({ amount: q(amount), grant: 'new_user' as const, source: source('new') });
    given().when({ type: 'OpenAccount', userId: ann, grants: [gift(0), gift(30)] }).then(opened, granted(30));
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

  it.each([[0, 'amount_not_positive'], [-5, 'amount_not_positive'], [CREDIT_MAX + 1, 'amount_too_large']])('refuses a credit of %d', (amount, code) => {
    expect(decide(redeem(amount), folded([opened]))).toMatchObject({ ok: false, refusal: { code, field: 'quota' } });
  });

  it('moves invite rewards to the balance, what there is and no less than the minimum', () => {
    const accrued: AccountEvent = { type: 'InviteRewardAccrued', data: { amount: q(50), source: source('invite-8'), inviteeId: userId(8) } };
    given(opened).when({ type: 'AccrueInviteReward', amount: q(50), inviteeId: userId(8), source: source('invite-8') }).then(accrued);
    given(opened, accrued).when({ type: 'TransferEarnings', amount: q(40), minimum: q(10) }).then({ type: 'InviteEarningsTransferred', data: { amount: q(40) } });
    given(opened, accrued).when({ type: 'TransferEarnings', amount: q(60), minimum: q(10) }).thenRefused({ code: 'insufficient_earnings', available: 50, needed: 60 });
    given(opened, accrued).when({ type: 'TransferEarnings', amount: q(9), minimum: q(10) }).thenRefused({ code: 'transfer_below_minimum', minimum: 10 });
    const after = folded([opened, accrued, { type: 'InviteEarningsTransferred', data: { amount: q(40) } }]);
    expect(after).toMatchObject({ credits: 40, earnings: 10 });
  });

  it('is adjusted by a signed delta, below zero too', () => {
    const adjust = (delta: number): AccountCommand => ({ type: 'AdjustQuota', delta: q(delta), actorId: admin, reason: 'a mistake' });
    const adjusted = (delta: number): AccountEvent => ({ type: 'QuotaAdjusted', data: { delta: q(delta), actorId: admin, reason: 'a mistake', absolute: null } });
    given(opened, granted(10)).when(adjust(-25)).then(adjusted(-25));
    given(opened).when(adjust(0)).then();
    given(opened, closed).when(adjust(-1)).then(adjusted(-1));
    given(opened).when(adjust(-CREDIT_MAX - 1)).thenRefused({ code: 'amount_too_large', field: 'quota', maximum: CREDIT_MAX });
  });

  it('is adjusted once for one source, whatever the amount of the second time', () => {
    const adjust = (delta: number): AccountCommand => ({ type: 'AdjustQuota', delta: q(delta), actorId: admin, reason: 'once', source: source('adjust-1') });
    const adjusted: AccountEvent = { type: 'QuotaAdjusted', data: { delta: q(-25), actorId: admin, reason: 'once', absolute: null, source: source('adjust-1') } };
    given(opened).when(adjust(-25)).then(adjusted);
    given(opened, adjusted).when(adjust(-25)).then();
    given(opened, adjusted).when(adjust(CREDIT_MAX)).then();
  });

  it('is set to a number by the difference from credits less what was charged in tills and late', () => {
    const set: AccountCommand = { type: 'SetBalance', balance: q(1_000), tillCharges: q(30), actorId: admin, reason: 'set' };
    const data = { actorId: admin, reason: 'set', absolute: { balance: q(1_000), tillCharges: q(30) } };
    given(opened, granted(500), late(20)).when(set).then({ type: 'QuotaAdjusted', data: { delta: q(1_000 - (500 - 20 - 30)), ...data } });
    given(opened, granted(1_030), lease('l', 100), resized('l', 100, 12)).when(set).then();
  });

  describe('with as much as it may have', () => {
    const adjust = (delta: number): AccountCommand => ({ type: 'AdjustQuota', delta: q(delta), actorId: admin, reason: 'r' });
    const adjusted = (delta: number): AccountEvent => ({ type: 'QuotaAdjusted', data: { delta: q(delta), actorId: admin, reason: 'r', absolute: null } });
    const accrued = (amount: number): AccountEvent => ({ type: 'InviteRewardAccrued', data: { amount: q(amount), source: source('invite-8'), inviteeId: userId(8) } });
    const tooLarge = (maximum: number) => ({ code: 'amount_too_large', field: 'quota', maximum }) as const;
    const set = (balance: number, tillCharges: number): AccountCommand => ({ type: 'SetBalance', balance: q(balance), tillCharges: q(tillCharges), actorId: admin, reason: 'r' });

    it('takes no credit that leaves the bound, of whatever kind', () => {
      given(opened, granted(ACCOUNT_MAX - 70)).when(redeem(70)).then(redeemed(70));
      const commands: readonly AccountCommand[] = [
        redeem(70), adjust(70), { type: 'RefundConsumption', amount: q(70), tokenId: token, source: source('task-1') },
        { type: 'TransferEarnings', amount: q(70), minimum: q(1) },
        { type: 'TopUp', topUp: { amount: q(70), source: source('topup-1'), tradeNo: '1', provider: 'p', moneyMinor: 1, currency: 'CNY' } },
      ];
      for (const command of commands) given(opened, accrued(100), granted(ACCOUNT_MAX - 69)).when(command).thenRefused(tooLarge(69));
      given(opened, adjusted(-ACCOUNT_MAX)).when(adjust(-1)).thenRefused(tooLarge(0));
      given(opened, accrued(ACCOUNT_MAX)).when({ type: 'AccrueInviteReward', amount: q(1), inviteeId: userId(9), source: source('invite-9') }).thenRefused(tooLarge(0));
    });

    it('is not set to a number that its charges carry beyond', () => {
      given(opened, granted(ACCOUNT_MAX - 10)).when(set(11, ACCOUNT_MAX - 10)).thenRefused(tooLarge(10));
      given(opened).when(set(CREDIT_MAX + 1, 0)).thenRefused(tooLarge(CREDIT_MAX));
    });

    it('that a ledger of earlier days holds above it can be brought back, and knows its sources', () => {
      given(opened, adjusted(2 ** 50)).when(adjust(-5)).then(adjusted(-5));
      given(opened, adjusted(2 ** 50)).when(adjust(5)).thenRefused(tooLarge(0));
      given(opened, redeemed(), adjusted(2 ** 50)).when(redeem()).then();
      given(opened, adjusted(2 ** 50)).when(set(0, 0)).then({ type: 'QuotaAdjusted', data: { delta: q(-(2 ** 50)), actorId: admin, reason: 'r', absolute: { balance: q(0), tillCharges: q(0) } } });
    });
  });

  it('remembers what was recorded late or corrected, by request', () => {
    const charge = exampleCharge({ amount: q(60) });
    const record: AccountCommand = { type: 'RecordLateConsumption', charge, source: source('request-1') };
    given(opened).when(record).then(late(60));
    given(opened, late(60)).when(record).then();
    const correct: AccountCommand = { type: 'CorrectConsumption', delta: q(-4), charge, source: source('request-2') };
    const corrected: AccountEvent = { type: 'ConsumptionCorrected', data: { delta: q(-4), charge, source: source('request-2') } };
    given(opened).when(correct).then(corrected);
    given(opened, corrected).when(correct).then();
    expect(folded([opened, granted(100), late(60), corrected])).toMatchObject({ credits: 100, late: 56 });
  });
});

describe('a closed account', () => {
  it('refuses what begins something', () => {
    for (const command of [grant('l', 1), { type: 'TransferEarnings', amount: q(1), minimum: q(1) }, { type: 'SetTokenLimit', tokenId: token, limit: q(1), version: 1 }] as const) {
      given(opened, granted(10), closed).when(command).thenRefused({ code: 'account_closed' });
    }
    given(opened, granted(10), lease('l', 5), closed).when({ type: 'RaiseLease', report: report('l', 0), need: q(1), want: q(1) }).thenRefused({ code: 'account_closed' });
  });

  it('never refuses what had begun before', () => {
    given(opened, closed).when(redeem()).then(redeemed());
    given(opened, closed).when({ type: 'RefundConsumption', amount: q(7), tokenId: token, source: source('task-1') })
      .then({ type: 'ConsumptionRefunded', data: { amount: q(7), tokenId: token, source: source('task-1') } });
    given(opened, closed).when({ type: 'RecordLateConsumption', charge: exampleCharge({ amount: q(60) }), source: source('request-1') }).then(late(60));
    given(opened, lease('l', 5), closed).when({ type: 'SettleLease', report: report('l', 5) }).then(settled('l', 5));
    given(opened, lease('l', 5), closed).when({ type: 'CoverLease', report: report('l', 5), amount: q(9) }).then(resized('l', 9, 5));
    given(opened, closed).when({ type: 'CloseAccount', actorId: admin }).then();
  });
});

describe('a lease', () => {
  it('is granted for what is needed, and not for a unit more than there is', () => {
    given(opened, granted(10)).when(grant('l', 10)).then(lease('l', 10));
    given(opened, granted(10)).when(grant('l', 11)).thenRefused({ code: 'insufficient_user_quota', available: 10, needed: 11 });
    given(opened, granted(10), lease('k', 4)).when(grant('l', 7)).thenRefused({ code: 'insufficient_user_quota', available: 6, needed: 7 });
    given(opened).when(grant('l', 0)).then(lease('l', 0));
  });

  it('gets what it wants while much is left, a share when little is, and the need alone at the end', () => {
    given(opened, granted(1_000)).when(grant('l', 10, 100)).then(lease('l', 100));
    given(opened, granted(100)).when(grant('l', 10, 100)).then(lease('l', 25));
    given(opened, granted(12)).when(grant('l', 10, 100)).then(lease('l', 10));
  });

  it('has an id that is not open already', () => {
    given(opened, granted(10), lease('l', 1)).when(grant('l', 1)).thenRefused({ code: 'lease_exists' });
  });

  it('is not granted from what a debit has left below zero, but for nothing', () => {
    const debt: AccountEvent = { type: 'QuotaAdjusted', data: { delta: q(-50), actorId: admin, reason: '', absolute: null } };
    given(opened, granted(10), debt).when(grant('l', 1)).thenRefused({ code: 'insufficient_user_quota', available: -40, needed: 1 });
    given(opened, granted(10), debt).when(grant('l', 0, 10)).then(lease('l', 0));
  });

  it('reports what was consumed when it is raised, which moves nothing it covers', () => {
    given(opened, granted(100), lease('l', 40)).when({ type: 'RaiseLease', report: report('l', 30), need: q(60), want: q(60) }).then(resized('l', 100, 30));
    given(opened, granted(100), lease('l', 40)).when({ type: 'RaiseLease', report: report('l', 30), need: q(61), want: q(61) })
      .thenRefused({ code: 'insufficient_user_quota', available: 60, needed: 61 });
  });

  it('that has overrun is raised above what was consumed, which comes off the rest first', () => {
    given(opened, granted(100), lease('l', 40)).when({ type: 'RaiseLease', report: report('l', 55), need: q(45), want: q(45) }).then(resized('l', 100, 55));
    given(opened, granted(100), lease('l', 40)).when({ type: 'RaiseLease', report: report('l', 55), need: q(46), want: q(46) })
      .thenRefused({ code: 'insufficient_user_quota', available: 45, needed: 46 });
    given(opened, granted(100), limited(50), lease('l', 40, token)).when({ type: 'RaiseLease', report: report('l', 45), need: q(6), want: q(6) })
      .thenRefused({ code: 'insufficient_token_quota', available: 5, needed: 6 });
  });

  it('is covered whatever is left', () => {
    given(opened, granted(100), lease('l', 100)).when({ type: 'CoverLease', report: report('l', 90), amount: q(130) }).then(resized('l', 130, 90));
    given(opened, granted(100), lease('l', 100)).when({ type: 'CoverLease', report: report('l', 130), amount: q(120) }).then(resized('l', 130, 130));
  });

  it('is lowered, never raised and never below what was consumed', () => {
    const lower = (consumed: number, amount: number): AccountCommand => ({ type: 'LowerLease', report: report('l', consumed), amount: q(amount) });
    given(opened, granted(100), lease('l', 40)).when(lower(10, 15)).then(resized('l', 15, 10));
    given(opened, granted(100), lease('l', 40)).when(lower(0, 40)).then();
    given(opened, granted(100), lease('l', 40)).when(lower(0, 90)).then();
    given(opened, granted(100), lease('l', 40)).when(lower(10, 90)).then(resized('l', 40, 10));
    given(opened, granted(100), lease('l', 40)).when(lower(10, 9)).thenRefused({ code: 'lease_overspent', amount: 9, consumed: 10 });
    given(opened, granted(100), lease('l', 40)).when(lower(50, 50)).then(resized('l', 50, 50));
  });

  it('is settled once', () => {
    given(opened, granted(100), lease('l', 40)).when({ type: 'SettleLease', report: report('l', 25) }).then(settled('l', 25));
    given(opened, granted(100), lease('l', 40), settled('l', 25)).when({ type: 'SettleLease', report: report('l', 25) }).then();
  });

  it('that is not open cannot be changed', () => {
    given(opened).when({ type: 'RaiseLease', report: report('l', 0), need: q(1), want: q(1) }).thenRefused({ code: 'lease_unknown' });
    given(opened).when({ type: 'CoverLease', report: report('l', 0), amount: q(1) }).thenRefused({ code: 'lease_unknown' });
    given(opened).when({ type: 'LowerLease', report: report('l', 0), amount: q(1) }).thenRefused({ code: 'lease_unknown' });
  });

  it('never reports less than before', () => {
    given(opened, granted(100), lease('l', 40), resized('l', 40, 20)).when({ type: 'SettleLease', report: report('l', 19) }).thenThrows(/reports 19 after 20/);
  });

  it('holds back what it has not reported, and nothing when it is settled', () => {
    const rest = (...events: AccountEvent[]): Quota => available(folded([opened, granted(100), ...events]) as never);
    expect(rest(lease('l', 40))).toBe(60);
    expect(rest(lease('l', 40), resized('l', 40, 30))).toBe(60);
    expect(rest(lease('l', 40), resized('l', 35, 30))).toBe(65);
    expect(rest(lease('l', 40), settled('l', 30))).toBe(70);
    expect(rest(lease('l', 40), settled('l', 55), late(5))).toBe(40);
  });
});

describe('a token with a limit', () => {
  const setLimit = (limit: number | null, version: number): AccountCommand => ({ type: 'SetTokenLimit', tokenId: token, limit: limit === null ? null : q(limit), version });

  it('takes the newest version only', () => {
    given(opened).when(setLimit(50, 1)).then(limited(50));
    given(opened, limited(50, 2)).when(setLimit(70, 1)).then();
    given(opened, limited(50, 2)).when(setLimit(70, 2)).then();
    given(opened, limited(50, 2)).when(setLimit(null, 3)).then(limited(null, 3));
    given(opened).when(setLimit(ACCOUNT_MAX + 1, 1)).thenRefused({ code: 'amount_too_large', field: 'remain_quota', maximum: ACCOUNT_MAX });
  });

  it('has leases of its own within its limit and the balance', () => {
    given(opened, granted(100), limited(50)).when(grant('l', 50, 50, token, 1)).then(lease('l', 50, token));
    given(opened, granted(100), limited(50)).when(grant('l', 51, 51, token, 1)).thenRefused({ code: 'insufficient_token_quota', available: 50, needed: 51 });
    given(opened, granted(20), limited(50)).when(grant('l', 21, 21, token, 1)).thenRefused({ code: 'insufficient_user_quota', available: 20, needed: 21 });
    given(opened, granted(1_000), limited(50), lease('k', 20, token)).when(grant('l', 31, 31, token, 1)).thenRefused({ code: 'insufficient_token_quota', available: 30, needed: 31 });
  });

  it('waits for the limit that the directory has', () => {
    given(opened, granted(100)).when(grant('l', 1, 1, token, 1)).thenRefused({ code: 'token_limit_pending' });
    given(opened, granted(100), limited(50, 1)).when(grant('l', 1, 1, token, 2)).thenRefused({ code: 'token_limit_pending' });
    given(opened, granted(100), limited(50, 1), limited(null, 2)).when(grant('l', 1, 1, token, 2)).thenRefused({ code: 'token_limit_pending' });
  });

  it('waits until every shared lease that was open at its limit has reported since', () => {
    const before = [opened, granted(100), lease('shared', 40), limited(50)] as const;
    given(...before).when(grant('l', 1, 1, token, 1)).thenRefused({ code: 'token_limit_pending' });
    given(...before).when({ type: 'LowerLease', report: report('shared', 0), amount: q(40) }).then(resized('shared', 40, 0));
    given(...before, resized('shared', 40, 12)).when(grant('l', 39, 39, token, 1)).thenRefused({ code: 'insufficient_token_quota', available: 38, needed: 39 });
    given(...before, resized('shared', 40, 12)).when(grant('l', 38, 38, token, 1)).then(lease('l', 38, token));
    given(...before, settled('shared', 12)).when(grant('l', 38, 38, token, 1)).then(lease('l', 38, token));
  });

  it('does not wait for shared leases that were opened later', () => {
    given(opened, granted(100), limited(50), lease('shared', 40)).when(grant('l', 1, 1, token, 1)).then(lease('l', 1, token));
  });

  it('waits again at a new number, which is reckoned with charges that a shared lease may not have reported', () => {
    const before = [opened, granted(100), lease('shared', 40), limited(50), resized('shared', 40, 12), limited(45, 2)] as const;
    given(...before).when(grant('l', 1, 1, token, 2)).thenRefused({ code: 'token_limit_pending' });
    given(...before, settled('shared', 30)).when(grant('l', 16, 16, token, 2)).thenRefused({ code: 'insufficient_token_quota', available: 15, needed: 16 });
  });

  it('counts what it used under every lease and late, once', () => {
    const account = folded([
      opened, granted(1_000), limited(500), lease('a', 100, token), resized('a', 100, 30), resized('a', 100, 45), settled('a', 60),
      lease('s', 50), resized('s', 50, 8, 6 as TokenId), settled('s', 20), late(5),
    ]);
    expect(account).toMatchObject({ settled: 80, late: 5 });
    expect(availableToToken(account as never, token)).toBe(500 - 60 - 20 - 5);
  });

  it('without limit is not held back', () => {
    expect(availableToToken(folded([opened, granted(10)]) as never, token)).toBeNull();
  });
});

describe('a stream', () => {
  it('is folded onto an account that stays as it was, and to the same whether at once or one by one', () => {
    const before = [opened, granted(1_000), limited(500), lease('a', 100, token)];
    const after = [redeemed(), lease('s', 50), resized('a', 100, 30), late(5), limited(400, 2), settled('s', 20)];
    const known = folded(before);
    const copy = structuredClone(known);
    const placed = after.map((event, index) => ({ event, placed: { revision: before.length + index, atMs: 1_000 * (before.length + index) } }));
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
