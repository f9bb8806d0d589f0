import { describe, expect, it } from '@jest/globals';
import type { EventToAppend, Revision } from '../ports/event-store.ts';
import { LedgerGate, gatedStore } from '../events/ledger-gate.ts';
import type { RequestId, SourceId, TokenId } from '../shared/ids.ts';
import { eventIdOf, userId } from '../shared/ids.ts';
import { exampleCharge } from '../testing/example-charge.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { changeAccount, loadAccount } from './account-stream.ts';
import { CHECKPOINT_EVERY_EVENTS, checkpointOf, restored } from './checkpoint.ts';
import { LAST_LIMIT_VERSION } from './deleted-tokens.ts';
import type { AccountEvent } from './events.ts';
import { evolve } from './evolve.ts';
import type { Account, ExistingAccount } from './state.ts';
import {
  ann,
  folded,
  given,
  granted,
  late,
  lease,
  limited,
  opened,
  q,
  report,
  resized,
  source,
  till,
  token,
} from './testing/example-account.ts';

// What later features write and this release understands: the fold of each, and that a checkpoint carries it.

const fold = (...events: AccountEvent[]): ExistingAccount => {
  const account = folded([opened, ...events]);
  if (account.status === 'missing') throw new Error('missing');
  return account;
};
const { price, usage } = exampleCharge();
const requestId = 'request-1' as RequestId;
const accrued = (amount: number): AccountEvent => ({
  type: 'CommissionAccrued',
  data: {
    amount: q(amount),
    source: source('commission-T1'),
    orderSource: source('topup-T1'),
    inviteeId: userId(8),
    percent: '5',
  },
});
const rewarded: AccountEvent = {
  type: 'InviteRewardAccrued',
  data: { amount: q(100), source: source('invite-8'), inviteeId: userId(8) },
};
const rerated = (delta: number, n: number): AccountEvent => ({
  type: 'ConsumptionRerated',
  data: {
    rerateId: 'x',
    requestId,
    tokenId: token,
    delta: q(delta),
    before: q(100),
    after: q(100 + delta),
    price,
    suspended: false,
    source: source('rerate-x'),
    n,
  },
});
const settledAt = (before: number, after: number): AccountEvent => ({
  type: 'SuspenseSettled',
  data: {
    requestId,
    tokenId: token,
    billId: null,
    usage: { source: 'counted', prompt: usage.prompt, completion: usage.completion },
    price,
    before: q(before),
    after: q(after),
    source: source('settle-s'),
    n: 0,
  },
});
const budget = (limit: number | null, version = 1, tokenId: TokenId | null = null): AccountEvent => ({
  type: 'BudgetSet',
  data: { budgetId: 4, tokenId, window: 'day', zone: 'UTC', limit: limit === null ? null : q(limit), version },
});
const inWindow = (id: string, windowStartMs: number): AccountEvent => ({
  type: 'LeaseGranted',
  data: { leaseId: id as never, tillId: till, tokenId: null, amount: q(100), budgets: [[4, windowStartMs]] },
});

describe('money that goes back or ends', () => {
  it('leaves the balance, and comes back where the reversal failed', () => {
    const reversed = (delta: number, reversalId: string): AccountEvent => ({
      type: 'QuotaReversed',
      data: {
        delta: q(delta),
        moneyMinor: 5,
        tradeNo: 'T1',
        reversalId,
        kind: 'refund',
        source: source(`reversal-T1-${reversalId}`),
      },
    });
    expect(fold(granted(100), reversed(-130, 'a'))).toMatchObject({ credits: -30 });
    expect(fold(granted(100), reversed(-130, 'a'), reversed(130, 'b'))).toMatchObject({ credits: 100 });
    expect(fold(reversed(-1, 'a')).sources.has('reversal-T1-a' as SourceId)).toBe(true);
  });

  it('of an expired credit knows how often it was taken', () => {
    const expired = (amount: number, n: number): AccountEvent => ({
      type: 'CreditExpired',
      data: { lot: 1, kind: 'promotional', amount: q(amount), source: source('expiry-1'), n },
    });
    const account = fold(granted(100), expired(60, 0), expired(10, 1));
    expect(account.credits).toBe(30);
    expect([...account.numbers]).toEqual([['expiry-1', 1]]);
  });
});

describe('commission', () => {
  it('is part of what was earned, and may fall below zero by what is taken back', () => {
    const back: AccountEvent = {
      type: 'CommissionReversed',
      data: { amount: q(80), source: source('commission-T1-r'), orderSource: source('topup-T1') },
    };
    expect(fold(rewarded, accrued(50))).toMatchObject({ credits: 0, earnings: 150, commission: 50 });
    expect(fold(accrued(50), back)).toMatchObject({ earnings: -30, commission: -30 });
  });

  it('is transferred before all else that was earned, once a source', () => {
    const transfer = (amount: number) =>
      ({ type: 'TransferEarnings', amount: q(amount), minimum: q(1), source: source(`transfer-${amount}`) }) as const;
    const moved = (amount: number, commission?: number): AccountEvent => ({
      type: 'InviteEarningsTransferred',
      data: {
        amount: q(amount),
        source: source(`transfer-${amount}`),
        ...(commission === undefined ? {} : { commission: q(commission) }),
      },
    });
    given(opened, rewarded, accrued(50)).when(transfer(30)).then(moved(30, 30));
    given(opened, rewarded, accrued(50)).when(transfer(70)).then(moved(70, 50));
    given(opened, rewarded, accrued(50), moved(70, 50)).when(transfer(20)).then(moved(20));
    given(opened, rewarded, moved(20)).when(transfer(20)).then();
    expect(fold(rewarded, accrued(50), moved(70, 50))).toMatchObject({ credits: 70, earnings: 80, commission: 0 });
  });
});

describe('a charge that is changed later', () => {
  it('counts for balance and token by what it changed', () => {
    const account = fold(granted(1_000), late(100), rerated(-20, 0), rerated(5, 7), settledAt(85, 90));
    expect(account.late).toBe(90);
    expect(account.tokens.get(token)?.used).toBe(90);
    expect([...account.numbers]).toEqual([
      ['rerate-x', 7],
      ['settle-s', 0],
    ]);
  });
});

describe('a budget', () => {
  const usedOf = (...events: AccountEvent[]): unknown => {
    const { windowStartMs, used } = fold(granted(1_000), ...events).budgets.get(4) ?? {};
    return { windowStartMs, used };
  };

  it('counts what is reported under leases of its newest window, whenever that is', () => {
    const day = [budget(500), inWindow('a', 10), resized('a', 100, 30)];
    expect(usedOf(...day)).toEqual({ windowStartMs: 10, used: 30 });
    expect(usedOf(...day, inWindow('b', 20), resized('a', 100, 70))).toEqual({ windowStartMs: 20, used: 0 });
    expect(usedOf(...day, inWindow('b', 20), resized('b', 100, 25), inWindow('c', 10))).toEqual({
      windowStartMs: 20,
      used: 25,
    });
    expect(usedOf(...day, { type: 'LeaseSettled', data: report('a', 45) })).toEqual({ windowStartMs: 10, used: 45 });
  });

  it('counts late records in the window in which they come, and nothing under leases that name no window', () => {
    expect(usedOf(budget(500), late(100))).toEqual({ windowStartMs: null, used: 0 });
    expect(usedOf(budget(500), inWindow('a', 10), late(100))).toEqual({ windowStartMs: 10, used: 100 });
    expect(usedOf(budget(500, 1, 6 as TokenId), inWindow('a', 10), late(100))).toEqual({ windowStartMs: 10, used: 0 });
    expect(usedOf(budget(500), lease('a', 100), resized('a', 100, 30))).toEqual({ windowStartMs: null, used: 0 });
  });

  it('begins a window with what was recorded late in it before a lease named it', () => {
    const [day, minute] = [86_400_000, 60_000];
    const at = (dayOf: number, minutes: number): number => dayOf * day + minutes * minute;
    const used = (...events: readonly (readonly [AccountEvent, number])[]): unknown => {
      const account = events.reduce(
        (before: Account, [event, atMs], index) => evolve(before, event, { revision: index + 3, atMs }),
        fold(budget(500), inWindow('a', at(1, 0))),
      );
      if (account.status === 'missing') return undefined;
      const carried = restored(checkpointOf(account, 0), { revision: account.revision, atMs: 0 });
      expect(carried.budgets).toEqual(account.budgets);
      return account.budgets.get(4)?.used;
    };
    const next = [inWindow('b', at(2, 0)), at(2, 540)] as const;
    expect(used([late(100), at(2, 5)], [late(20), at(2, 14)], [late(3), at(2, 15)], next)).toBe(123);
    expect(used([late(100), at(1, 1_439)], next)).toBe(0);
    expect(used([late(100), at(2, 5)], [budget(20, 2), at(2, 6)], next)).toBe(100);
    expect(used([late(100), at(2, 5)], next, [late(1), at(2, 600)], [inWindow('c', at(3, 0)), at(3, 1)])).toBe(0);
  });

  it('keeps what its window has used when it is set anew, and begins with nothing in another zone', () => {
    const used = [budget(500), inWindow('a', 10), resized('a', 100, 30), budget(20, 2)];
    expect(fold(granted(1_000), ...used).budgets.get(4)).toMatchObject({ limit: 20, version: 2, used: 30 });
    const elsewhere: AccountEvent = {
      type: 'BudgetSet',
      data: { budgetId: 4, tokenId: null, window: 'day', zone: 'Europe/Zurich', limit: q(500), version: 3 },
    };
    expect(usedOf(...used, elsewhere, resized('a', 100, 70))).toEqual({ windowStartMs: null, used: 0 });
  });

  it('sees no window that begins more than a minute ahead of its event, by the earlier of two clocks', () => {
    const [start, nowMs] = [1_000_000, 940_000];
    const seen = (atMs: number, recordedAtMs?: number): number | null | undefined => {
      const account = evolve(fold(budget(500), inWindow('a', 10)), inWindow('b', start), {
        revision: 9,
        atMs,
        ...(recordedAtMs === undefined ? {} : { recordedAtMs }),
      });
      return account.status === 'missing' ? undefined : account.budgets.get(4)?.windowStartMs;
    };
    expect([seen(nowMs), seen(nowMs, start), seen(start, nowMs)]).toEqual([start, start, start]);
    expect([seen(nowMs - 1), seen(nowMs - 1, start), seen(start, nowMs - 1)]).toEqual([10, 10, 10]);
  });

  it('goes with its token, and does not come back', () => {
    const deleted = limited(0, LAST_LIMIT_VERSION);
    const left = (...events: AccountEvent[]): readonly number[] => [...fold(...events).budgets.keys()];
    expect(left(budget(500, 1, token), deleted)).toEqual([]);
    expect(left(deleted, budget(500, 1, token))).toEqual([]);
    expect(left(budget(500, 1, 6 as TokenId), deleted)).toEqual([4]);
    expect(left(budget(500), deleted)).toEqual([4]);
  });
});

describe('a checkpoint', () => {
  const whole = fold(
    granted(1_000),
    accrued(50),
    budget(500),
    inWindow('a', 10),
    resized('a', 100, 30),
    late(7),
    rerated(-2, 3),
  );

  it('carries all of it', () => {
    expect(restored(checkpointOf(whole, 0), { revision: whole.revision, atMs: 0 })).toEqual(whole);
  });

  it('is not written, and fails no command, while not every process reads what it would have to say', async () => {
    const kept = new MemoryEventStore();
    const store = gatedStore(kept, new LedgerGate(1));
    const context = (commandId: string) => ({ commandId, correlationId: 'c', occurredAtMs: 1, actor: 'user-1' });
    await changeAccount(store, ann, { type: 'OpenAccount', userId: ann, grants: [] }, context('open'));
    const [first] = await kept.readStream('account-2', 0 as Revision, 1);
    if (first === undefined) throw new Error('no account');
    const later: EventToAppend = {
      ...first,
      id: eventIdOf('later', 0),
      type: 'CommissionAccrued',
      data: JSON.stringify(accrued(50).data),
    };
    await kept.append('account-2', first.revision, [later]);
    for (let n = 2; n <= CHECKPOINT_EVERY_EVENTS + 1; n += 1) {
      const adjust = { type: 'AdjustQuota', delta: q(1), actorId: ann, reason: '' } as const;
      expect(await changeAccount(store, ann, adjust, context(`c-${n}`))).toMatchObject({ ok: true });
    }
    const account = await loadAccount(kept, ann);
    expect(account).toMatchObject({ commission: 50, revision: CHECKPOINT_EVERY_EVENTS + 1 });
  });
});
