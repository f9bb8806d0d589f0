import { describe, expect, it } from '@jest/globals';
import type { TokenId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';
import { available, availableToToken } from './balance.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountEvent } from './events.ts';
import {
  admin,
  folded,
  given,
  grant,
  granted,
  late,
  lease,
  limited,
  opened,
  q,
  report,
  resized,
  settled,
  token,
} from './testing/example-account.ts';
import { ACCOUNT_MAX } from './limits.ts';

describe('a lease', () => {
  it('is granted for what is needed, and not for a unit more than there is', () => {
    given(opened, granted(10)).when(grant('l', 10)).then(lease('l', 10));
    given(opened, granted(10))
      .when(grant('l', 11))
      .thenRefused({ code: 'insufficient_user_quota', unspent: 10, available: 10, needed: 11 });
    given(opened, granted(10), lease('k', 4))
      .when(grant('l', 7))
      .thenRefused({ code: 'insufficient_user_quota', unspent: 10, available: 6, needed: 7 });
    given(opened).when(grant('l', 0)).then(lease('l', 0));
  });

  it('gets what it wants while much is left, a share when little is, and the need alone at the end', () => {
    given(opened, granted(1_000))
      .when(grant('l', 10, 100))
      .then(lease('l', 100));
    given(opened, granted(100))
      .when(grant('l', 10, 100))
      .then(lease('l', 25));
    given(opened, granted(12))
      .when(grant('l', 10, 100))
      .then(lease('l', 10));
  });

  it('has an id that is not open already', () => {
    given(opened, granted(10), lease('l', 1)).when(grant('l', 1)).thenRefused({ code: 'lease_exists' });
  });

  it('is not granted from what a debit has left below zero, but for nothing', () => {
    const debt: AccountEvent = {
      type: 'QuotaAdjusted',
      data: { delta: q(-50), actorId: admin, reason: '', absolute: null },
    };
    given(opened, granted(10), debt)
      .when(grant('l', 1))
      .thenRefused({ code: 'insufficient_user_quota', unspent: -40, available: -40, needed: 1 });
    given(opened, granted(10), debt)
      .when(grant('l', 0, 10))
      .then(lease('l', 0));
  });

  it('reports what was consumed when it is raised, which moves nothing it covers', () => {
    given(opened, granted(100), lease('l', 40))
      .when({ type: 'RaiseLease', report: report('l', 30), need: q(60), want: q(60) })
      .then(resized('l', 100, 30));
    given(opened, granted(100), lease('l', 40))
      .when({ type: 'RaiseLease', report: report('l', 30), need: q(61), want: q(61) })
      .thenRefused({ code: 'insufficient_user_quota', unspent: 70, available: 60, needed: 61 });
  });

  it('that has overrun is raised above what was consumed, which comes off the rest first', () => {
    given(opened, granted(100), lease('l', 40))
      .when({ type: 'RaiseLease', report: report('l', 55), need: q(45), want: q(45) })
      .then(resized('l', 100, 55));
    given(opened, granted(100), lease('l', 40))
      .when({ type: 'RaiseLease', report: report('l', 55), need: q(46), want: q(46) })
      .thenRefused({ code: 'insufficient_user_quota', unspent: 45, available: 45, needed: 46 });
    given(opened, granted(100), limited(50), lease('l', 40, token))
      .when({ type: 'RaiseLease', report: report('l', 45), need: q(6), want: q(6) })
      .thenRefused({ code: 'insufficient_token_quota', unspent: 5, available: 5, needed: 6 });
  });

  it('is covered whatever is left', () => {
    given(opened, granted(100), lease('l', 100))
      .when({ type: 'CoverLease', report: report('l', 90), amount: q(130) })
      .then(resized('l', 130, 90));
    given(opened, granted(100), lease('l', 100))
      .when({ type: 'CoverLease', report: report('l', 130), amount: q(120) })
      .then(resized('l', 130, 130));
  });

  it('is lowered, never raised and never below what was consumed', () => {
    const lower = (consumed: number, amount: number): AccountCommand => ({
      type: 'LowerLease',
      report: report('l', consumed),
      amount: q(amount),
    });
    given(opened, granted(100), lease('l', 40))
      .when(lower(10, 15))
      .then(resized('l', 15, 10));
    given(opened, granted(100), lease('l', 40)).when(lower(0, 40)).then();
    given(opened, granted(100), lease('l', 40)).when(lower(0, 90)).then();
    given(opened, granted(100), lease('l', 40))
      .when(lower(10, 90))
      .then(resized('l', 40, 10));
    given(opened, granted(100), lease('l', 40))
      .when(lower(10, 9))
      .thenRefused({ code: 'lease_overspent', amount: 9, consumed: 10 });
    given(opened, granted(100), lease('l', 40))
      .when(lower(50, 50))
      .then(resized('l', 50, 50));
  });

  it('is settled once', () => {
    given(opened, granted(100), lease('l', 40))
      .when({ type: 'SettleLease', report: report('l', 25) })
      .then(settled('l', 25));
    given(opened, granted(100), lease('l', 40), settled('l', 25))
      .when({ type: 'SettleLease', report: report('l', 25) })
      .then();
  });

  it('that is not open cannot be changed', () => {
    given(opened)
      .when({ type: 'RaiseLease', report: report('l', 0), need: q(1), want: q(1) })
      .thenRefused({ code: 'lease_unknown' });
    given(opened)
      .when({ type: 'CoverLease', report: report('l', 0), amount: q(1) })
      .thenRefused({ code: 'lease_unknown' });
    given(opened)
      .when({ type: 'LowerLease', report: report('l', 0), amount: q(1) })
      .thenRefused({ code: 'lease_unknown' });
  });

  it('never reports less than before', () => {
    given(opened, granted(100), lease('l', 40), resized('l', 40, 20))
      .when({ type: 'SettleLease', report: report('l', 19) })
      .thenThrows(/reports 19 after 20/);
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
  const setLimit = (limit: number | null, version: number): AccountCommand => ({
    type: 'SetTokenLimit',
    tokenId: token,
    limit: limit === null ? null : q(limit),
    version,
  });

  it('takes the newest version only', () => {
    given(opened).when(setLimit(50, 1)).then(limited(50));
    given(opened, limited(50, 2)).when(setLimit(70, 1)).then();
    given(opened, limited(50, 2)).when(setLimit(70, 2)).then();
    given(opened, limited(50, 2)).when(setLimit(null, 3)).then(limited(null, 3));
    given(opened)
      .when(setLimit(ACCOUNT_MAX + 1, 1))
      .thenRefused({ code: 'amount_too_large', field: 'remain_quota', maximum: ACCOUNT_MAX });
  });

  it('has leases of its own within its limit and the balance', () => {
    given(opened, granted(100), limited(50))
      .when(grant('l', 50, 50, token, 1))
      .then(lease('l', 50, token));
    given(opened, granted(100), limited(50))
      .when(grant('l', 51, 51, token, 1))
      .thenRefused({ code: 'insufficient_token_quota', unspent: 50, available: 50, needed: 51 });
    given(opened, granted(20), limited(50))
      .when(grant('l', 21, 21, token, 1))
      .thenRefused({ code: 'insufficient_user_quota', unspent: 20, available: 20, needed: 21 });
    given(opened, granted(1_000), limited(50), lease('k', 20, token))
      .when(grant('l', 31, 31, token, 1))
      .thenRefused({ code: 'insufficient_token_quota', unspent: 50, available: 30, needed: 31 });
  });

  it('waits for the limit that the directory has', () => {
    given(opened, granted(100))
      .when(grant('l', 1, 1, token, 1))
      .thenRefused({ code: 'token_limit_pending' });
    given(opened, granted(100), limited(50, 1))
      .when(grant('l', 1, 1, token, 2))
      .thenRefused({ code: 'token_limit_pending' });
    given(opened, granted(100), limited(50, 1), limited(null, 2))
      .when(grant('l', 1, 1, token, 2))
      .thenRefused({ code: 'token_limit_pending' });
  });

  it('waits until every shared lease that was open at its limit has reported since', () => {
    const before = [opened, granted(100), lease('shared', 40), limited(50)] as const;
    given(...before)
      .when(grant('l', 1, 1, token, 1))
      .thenRefused({ code: 'token_limit_pending' });
    given(...before)
      .when({ type: 'LowerLease', report: report('shared', 0), amount: q(40) })
      .then(resized('shared', 40, 0));
    given(...before, resized('shared', 40, 12))
      .when(grant('l', 39, 39, token, 1))
      .thenRefused({ code: 'insufficient_token_quota', unspent: 38, available: 38, needed: 39 });
    given(...before, resized('shared', 40, 12))
      .when(grant('l', 38, 38, token, 1))
      .then(lease('l', 38, token));
    given(...before, settled('shared', 12))
      .when(grant('l', 38, 38, token, 1))
      .then(lease('l', 38, token));
  });

  it('does not wait for shared leases that were opened later', () => {
    given(opened, granted(100), limited(50), lease('shared', 40))
      .when(grant('l', 1, 1, token, 1))
      .then(lease('l', 1, token));
  });

  it('waits again at a new number, which is reckoned with charges that a shared lease may not have reported', () => {
    const before = [
      opened,
      granted(100),
      lease('shared', 40),
      limited(50),
      resized('shared', 40, 12),
      limited(45, 2),
    ] as const;
    given(...before)
      .when(grant('l', 1, 1, token, 2))
      .thenRefused({ code: 'token_limit_pending' });
    given(...before, settled('shared', 30))
      .when(grant('l', 16, 16, token, 2))
      .thenRefused({ code: 'insufficient_token_quota', unspent: 15, available: 15, needed: 16 });
  });

  it('lets no lease grow that is older than its limit before every shared lease has reported since', () => {
    const raise = { type: 'RaiseLease', report: report('own', 0), need: q(10), want: q(10) } as const;
    const before = [
      opened,
      granted(100),
      limited(50),
      lease('own', 5, token),
      limited(null, 2),
      lease('shared', 40),
      limited(20, 3),
    ] as const;
    given(...before)
      .when(raise)
      .thenRefused({ code: 'token_limit_pending' });
    given(...before, resized('shared', 40, 8))
      .when(raise)
      .thenRefused({ code: 'insufficient_token_quota', unspent: 12, available: 7, needed: 10 });
    given(...before, resized('shared', 40, 8))
      .when({ ...raise, need: q(7), want: q(7) })
      .then(resized('own', 12, 0));
    given(...before)
      .when({ type: 'CoverLease', report: report('own', 0), amount: q(9) })
      .then(resized('own', 9, 0));
  });

  it('counts what it used under every lease and late, once', () => {
    const account = folded([
      opened,
      granted(1_000),
      limited(500),
      lease('a', 100, token),
      resized('a', 100, 30),
      resized('a', 100, 45),
      settled('a', 60),
      lease('s', 50),
      resized('s', 50, 8, 6 as TokenId),
      settled('s', 20),
      late(5),
    ]);
    expect(account).toMatchObject({ settled: 80, late: 5 });
    expect(availableToToken(account as never, token)).toBe(500 - 60 - 20 - 5);
  });

  it('without limit is not held back', () => {
    expect(availableToToken(folded([opened, granted(10)]) as never, token)).toBeNull();
  });
});
