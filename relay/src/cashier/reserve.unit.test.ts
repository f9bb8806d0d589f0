import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { CashierWorld, USER } from './testing/cashier-world.ts';

const count = <Value>(values: readonly Value[], wanted: Value): number =>
  values.filter((value) => value === wanted).length;
const many = (number: number): readonly number[] => Array.from({ length: number }, (_, index) => index);

describe('reserving', () => {
  it('serves exactly 10 of 200 parallel requests of a fixed price on a balance for 10', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const results = await world.time.during(
      Promise.all(many(200).map(() => world.call(relay, { amount: 1_000, workMs: 300 }))),
    );
    expect([count(results, 'served'), count(results, 'refused')]).toEqual([10, 190]);
    expect(await world.books()).toMatchObject({ balance: 0, chargedTwice: [] });
  });

  it('tells zero from too little in a refusal', async () => {
    const world = new CashierWorld();
    await world.account(1_050);
    const relay = await world.relay();
    await world.reserved(relay, { amount: 1_000 });
    const tooLittle = await world.time.during(world.reserve(relay, { amount: 100 }));
    await world.reserved(relay, { amount: 50 });
    const nothingLeft = await world.time.during(world.reserve(relay, { amount: 100 }));
    expect(tooLittle).toEqual({
      ok: false,
      refusal: { code: 'insufficient_user_quota', unspent: 1_050, available: 50, needed: 100 },
    });
    expect(nothingLeft).toEqual({
      ok: false,
      refusal: { code: 'insufficient_user_quota', unspent: 1_050, available: 0, needed: 100 },
    });
  });

  it('never goes below zero, and never refuses what the rest covers, when charges are below their reservations', async () => {
    const world = new CashierWorld();
    await world.account(5_000);
    const relay = await world.relay();
    const results = await world.time.during(
      Promise.all(many(200).map(() => world.call(relay, { amount: 506, actual: 501, workMs: 300 }))),
    );
    expect(count(results, 'served')).toBe(9);
    expect(await world.time.during(world.call(relay, { amount: 5_000 - 9 * 501 }))).toBe('served');
    expect(await world.books()).toMatchObject({ balance: 0 });
  });

  it('keeps two tokens of one user within the balance, and the limited one within its limit', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    await world.change({ type: 'SetTokenLimit', tokenId: 5 as TokenId, limit: quota(3_000), version: 1 });
    const relay = await world.relay();
    const calls = many(200).map((index) =>
      world.call(
        relay,
        index % 2 === 0
          ? { amount: 1_000, tokenId: 5, limitVersion: 1, workMs: 100 }
          : { amount: 1_000, tokenId: 6, workMs: 100 },
      ),
    );
    const results = await world.time.during(Promise.all(calls));
    expect(count(results, 'served')).toBe(10);
    expect(
      count(
        results.filter((_, index) => index % 2 === 0),
        'served',
      ),
    ).toBeLessThanOrEqual(3);
    expect(await world.books()).toMatchObject({ balance: 0 });
  });

  it('refuses a token at its limit although the user is rich', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    await world.change({ type: 'SetTokenLimit', tokenId: 5 as TokenId, limit: quota(7_000), version: 1 });
    const relay = await world.relay();
    const results = await world.time.during(
      Promise.all(many(200).map(() => world.call(relay, { amount: 1_000, tokenId: 5, limitVersion: 1, workMs: 50 }))),
    );
    expect([count(results, 'served'), count(results, 'refused')]).toEqual([7, 193]);
    const refused = await world.time.during(world.reserve(relay, { amount: 1_000, tokenId: 5, limitVersion: 1 }));
    expect(refused).toEqual({
      ok: false,
      refusal: { code: 'insufficient_token_quota', unspent: 0, available: 0, needed: 1_000 },
    });
  });

  it('spends an odd remainder that lies in the leases of two relays', async () => {
    const world = new CashierWorld();
    await world.account(10_003);
    const [one, other] = [await world.relay(), await world.relay()];
    for (const relay of [one, other, one, other])
      expect(await world.time.during(world.call(relay, { amount: 7 }))).toBe('served');
    expect(await world.time.during(world.call(one, { amount: 10_003 - 28 - 11 }))).toBe('served');
    expect(await world.time.during(world.call(other, { amount: 11 }))).toBe('served');
    expect(await world.books()).toMatchObject({ balance: 0 });
  });

  it('serves 200 parallel requests over two relays exactly as far as the balance goes', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relays = [await world.relay(), await world.relay()] as const;
    const results = await world.time.during(
      Promise.all(
        many(200).map((index) => world.call(index % 2 === 0 ? relays[0] : relays[1], { amount: 1_000, workMs: 200 })),
      ),
    );
    expect(count(results, 'served')).toBe(10);
    expect(await world.books()).toMatchObject({ balance: 0 });
  });

  it('gives back on a recall what is neither consumed nor reserved, so that a debit takes effect', async () => {
    const world = new CashierWorld();
    await world.account(100_000);
    const relay = await world.relay();
    const running = await world.reserved(relay, { amount: 1_000, requestId: 'running' });
    await world.change({ type: 'AdjustQuota', delta: quota(-99_000), actorId: 1 as UserId, reason: 'test' });
    await world.time.during(world.recalls.recall(USER));
    expect(await world.time.during(world.call(relay, { amount: 1 }))).toBe('refused');
    await world.time.during(running.record(world.charge('running', 400)));
    expect(await world.time.during(world.call(relay, { amount: 601 }))).toBe('refused');
    expect(await world.time.during(world.call(relay, { amount: 600 }))).toBe('served');
  });

  it('reserves nothing of what it is about to give back, before it knows that it has', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const [one, other] = [await world.relay(), await world.relay()];
    expect(await world.time.during(world.call(one, { amount: 20 }))).toBe('served');
    one.store.answerAfter = (_stream, events) =>
      events.some(({ type }) => type === 'LeaseResized') ? world.time.sleep(500) : Promise.resolve();
    const recalled = one.cashier.recall(USER);
    await world.time.advance(10);
    await world.reserved(other, { amount: 950 });
    expect(await world.time.during(world.reserve(one, { amount: 50 }))).toMatchObject({
      ok: false,
      refusal: { available: 30 },
    });
    expect(await world.time.during(world.reserve(one, { amount: 30 }))).toMatchObject({ ok: true });
    await world.time.during(recalled);
  });

  it('takes no more than it needs for a while after a recall, so that others find what was given back', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay();
    const available = async (): Promise<number> => (await world.books()).available;
    await world.reserved(relay, { amount: 100 });
    expect(await available()).toBeLessThan(1_000_000 - 100);
    await world.time.during(world.recalls.recall(USER));
    await world.reserved(relay, { amount: 100 });
    expect(await available()).toBe(1_000_000 - 200);
    await world.time.advance(3_000);
    await world.reserved(relay, { amount: 100 });
    expect(await available()).toBeLessThan(1_000_000 - 300);
  });

  it('finds what is released while other relays are asked', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    const running = await world.reserved(relay, { amount: 600, requestId: 'running' });
    world.recalls.onTheWay = async () => {
      await running.record(world.charge('running', 100)).catch(() => undefined);
    };
    expect(await world.time.during(world.reserve(relay, { amount: 900 }))).toMatchObject({ ok: true });
  });

  it('asks for a recall once for all who wait, and decides for each who came before it', async () => {
    const world = new CashierWorld();
    await world.account(100);
    const relay = await world.relay();
    await world.reserved(await world.relay(), { amount: 1 });
    const refused = await world.time.during(Promise.all(many(50).map(() => world.reserve(relay, { amount: 101 }))));
    expect(refused.every(({ ok }) => !ok)).toBe(true);
    expect(world.recalls.asked).toBe(1);
    expect(relay.store.appends.get(`account-${USER}`) ?? 0).toBe(0);
  });

  describe('asks for no recall where none can help', () => {
    const spent = async (world: CashierWorld): Promise<void> =>
      world.change({ type: 'AdjustQuota', delta: quota(-100), actorId: 1 as UserId, reason: 'test' });

    it('nothing is left, whoever holds a lease of it; and the account is read once for all who wait', async () => {
      const world = new CashierWorld();
      await world.account(100);
      const [relay, other] = [await world.relay(), await world.relay()];
      await world.reserved(other, { amount: 60 });
      await spent(world);
      let reads = 0;
      relay.store.afterRead = async (stream) => {
        if (stream === `account-${USER}`) reads += 1;
      };
      const refused = await world.time.during(Promise.all(many(50).map(() => world.reserve(relay, { amount: 1 }))));
      expect(refused).toEqual(
        many(50).map(() => ({
          ok: false,
          refusal: { code: 'insufficient_user_quota', unspent: 0, available: -60, needed: 1 },
        })),
      );
      expect([world.recalls.asked, reads]).toEqual([0, 1]);
    });

    it('less is left than is needed, and no other lease is open', async () => {
      const world = new CashierWorld();
      await world.account(100);
      const relay = await world.relay();
      expect(await world.time.during(world.call(relay, { amount: 101 }))).toBe('refused');
      await world.reserved(relay, { amount: 40 });
      expect(await world.time.during(world.call(relay, { amount: 101 }))).toBe('refused');
      expect(world.recalls.asked).toBe(0);
      expect(await world.time.during(world.call(relay, { amount: 61 }))).toBe('refused');
      expect(world.recalls.asked).toBe(1);
    });

    it('a token has used its limit up', async () => {
      const world = new CashierWorld();
      await world.account(10_000);
      await world.change({ type: 'SetTokenLimit', tokenId: 5 as TokenId, limit: quota(70), version: 1 });
      const relay = await world.relay();
      const asked = { amount: 70, tokenId: 5, limitVersion: 1 };
      expect(await world.time.during(world.call(relay, asked))).toBe('served');
      expect(await world.time.during(world.call(relay, asked))).toBe('refused');
      expect(world.recalls.asked).toBe(0);
    });
  });

  it('asks for one where another relay may not have told yet what it has spent, so that who has nothing left is told so', async () => {
    const world = new CashierWorld();
    await world.account(100);
    const [relay, other] = [await world.relay(), await world.relay()];
    expect(await world.time.during(world.call(other, { amount: 100 }))).toBe('served');
    expect(await world.time.during(world.reserve(relay, { amount: 101 }))).toMatchObject({ refusal: { unspent: 0 } });
    expect(world.recalls.asked).toBe(1);
  });

  it('refuses nobody for what the account was before he came', async () => {
    const world = new CashierWorld();
    await world.account(0);
    const relay = await world.relay();
    let isRead: () => void = () => undefined;
    relay.store.afterRead = (stream) =>
      stream === `account-${USER}` ? new Promise<void>((resolve) => (isRead = resolve)) : Promise.resolve();
    const early = world.call(relay, { amount: 10 });
    await world.time.advance(1);
    relay.store.afterRead = () => Promise.resolve();
    await world.change({ type: 'AdjustQuota', delta: quota(10), actorId: 1 as UserId, reason: 'test' });
    const late = world.call(relay, { amount: 10 });
    isRead();
    expect(await world.time.during(Promise.all([early, late]))).toEqual(['refused', 'served']);
    expect(world.recalls.asked).toBe(0);
  });

  it('serves what costs nothing beside what cannot be paid, below zero too', async () => {
    const world = new CashierWorld();
    await world.account(100);
    await world.change({ type: 'AdjustQuota', delta: quota(-150), actorId: 1 as UserId, reason: 'test' });
    const relay = await world.relay();
    const calls = [10, 0, 0].map((amount) => world.call(relay, { amount }));
    expect(await world.time.during(Promise.all(calls))).toEqual(['refused', 'served', 'served']);
    expect(world.recalls.asked).toBe(0);
  });

  it('lets nobody wait beyond the limit, and leaves no lease behind for whom it turns away', async () => {
    const world = new CashierWorld();
    await world.account(100);
    const relay = await world.relay({ waitingRequestsMax: 0 });
    await expect(world.reserve(relay, { amount: 10 })).rejects.toThrow(StoreUnavailable);
    await world.time.during(relay.cashier.close(1_000));
    expect(world.registry.rows.size).toBe(0);
  });

  describe('while another relay is silent', () => {
    const never = (): Promise<void> => new Promise(() => undefined);
    /** Each holds 60 of its 100 in a lease of another relay, which is in use: whoever asks for 50 more waits for a recall. */
    async function withLentAccounts(world: CashierWorld, accounts: number): Promise<readonly UserId[]> {
      const users = many(accounts).map((index) => (100 + index) as UserId);
      const other = await world.relay();
      for (const userId of users) {
        await world.account(100, userId);
        await world.reserved(other, { amount: 60, accountId: userId });
      }
      world.recalls.onRecall(never);
      return users;
    }

    it('keeps nobody out who can be given a lease, whoever waits for a recall', async () => {
      const world = new CashierWorld();
      await world.account(1_000);
      const users = await withLentAccounts(world, 10);
      const relay = await world.relay({ waitingRequestsMax: 100, recallWaitersMax: 50, recallWaitersShare: 8 });
      const calls = users.flatMap((userId) => many(10).map(() => world.call(relay, { amount: 50, accountId: userId })));
      await world.time.advance(20);
      expect(relay.cashier.status().waiting).toBe(50);
      expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
      const results = await world.time.during(Promise.all(calls));
      expect([count(results, 'refused'), count(results, 'unavailable')]).toEqual([50, 50]);
      expect(relay.cashier.status().waiting).toBe(0);
    });

    it('gives one account no more than its share of the places of those who wait for a recall, once half are taken', async () => {
      const world = new CashierWorld();
      const [greedy, modest] = (await withLentAccounts(world, 2)) as [UserId, UserId];
      const relay = await world.relay({ recallWaitersMax: 20, recallWaitersShare: 2 });
      const calls = many(40).map(() => world.call(relay, { amount: 50, accountId: greedy }));
      await world.time.advance(20);
      expect(relay.cashier.status().waiting).toBe(10);
      const late = many(3).map(() => world.call(relay, { amount: 50, accountId: modest }));
      expect(await world.time.during(Promise.all(late))).toEqual(['refused', 'refused', 'unavailable']);
      expect(count(await world.time.during(Promise.all(calls)), 'refused')).toBe(10);
    });

    it('gives back the places of those who have waited too long', async () => {
      const world = new CashierWorld();
      const [first, second] = (await withLentAccounts(world, 2)) as [UserId, UserId];
      const relay = await world.relay({ recallWaitersMax: 2, reserveTimeoutMs: 300 });
      for (const userId of [first, second, first, second, first]) {
        const reserved = world.time.during(world.reserve(relay, { amount: 50, accountId: userId }), 900);
        await expect(reserved).rejects.toThrow('the ledger did not answer in time');
      }
    });
  });

  it('answers a recall that finds nothing to give, and one of an account it does not know', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    await world.reserved(relay, { amount: 1_000 });
    await world.time.during(relay.cashier.recall(USER));
    await world.time.during(relay.cashier.recall(99 as UserId));
    expect(await world.books()).toMatchObject({ available: 0 });
  });

  it('lets a token that has just become limited wait until shared leases have reported', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay();
    expect(await world.time.during(world.call(relay, { amount: 600, tokenId: 5 }))).toBe('served');
    await world.change({ type: 'SetTokenLimit', tokenId: 5 as TokenId, limit: null, version: 1 });
    await world.change({ type: 'SetTokenLimit', tokenId: 5 as TokenId, limit: quota(1_000), version: 2 });
    const since = world.time.monotonicMs();
    expect(await world.time.during(world.call(relay, { amount: 500, tokenId: 5, limitVersion: 2 }))).toBe('refused');
    expect(world.time.monotonicMs() - since).toBeLessThan(40);
    expect(await world.time.during(world.call(relay, { amount: 400, tokenId: 5, limitVersion: 2 }))).toBe('served');
  });

  it('refuses a token whose limit the account has not seen after about a second, and serves it when the limit comes in time', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay();
    const asked = { amount: 100, tokenId: 5, limitVersion: 1 };
    const since = world.time.monotonicMs();
    expect(await world.time.during(world.reserve(relay, asked))).toEqual({
      ok: false,
      refusal: { code: 'token_limit_pending' },
    });
    expect(world.time.monotonicMs() - since).toBeLessThan(1_500);
    const waiting = world.reserve(relay, asked);
    await world.time.advance(300);
    await world.change({ type: 'SetTokenLimit', tokenId: 5 as TokenId, limit: quota(1_000), version: 1 });
    expect(await world.time.during(waiting)).toMatchObject({ ok: true });
  });

  it('renews a reservation, and keeps the old one when the new one is too large', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 400 });
    expect(await world.time.during(reservation.renew(quota(900)))).toEqual({ ok: true });
    expect(await world.time.during(reservation.renew(quota(1_001)))).toEqual({
      ok: false,
      refusal: { code: 'insufficient_user_quota', unspent: 1_000, available: 100, needed: 101 },
    });
    expect(reservation.amount).toBe(900);
    expect(await world.time.during(world.reserve(relay, { amount: 101 }))).toMatchObject({ ok: false });
    expect(await world.time.during(world.reserve(relay, { amount: 100 }))).toMatchObject({ ok: true });
  });

  it('serves what costs nothing although nothing is left', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    expect(await world.time.during(world.call(relay, { amount: 1_000 }))).toBe('served');
    expect(await world.time.during(world.call(relay, { amount: 0 }))).toBe('served');
    await world.change({ type: 'AdjustQuota', delta: quota(-500), actorId: 1 as UserId, reason: 'test' });
    expect(await world.time.during(world.call(await world.relay(), { amount: 0 }))).toBe('served');
    expect(await world.books()).toMatchObject({ balance: -500 });
  });

  it('refuses an account that is missing or closed with its code', async () => {
    const world = new CashierWorld();
    const relay = await world.relay();
    expect(await world.time.during(world.reserve(relay, { amount: 1 }))).toEqual({
      ok: false,
      refusal: { code: 'account_missing' },
    });
    await world.account(1_000);
    await world.change({ type: 'CloseAccount', actorId: 1 as UserId });
    expect(await world.time.during(world.reserve(relay, { amount: 1 }))).toEqual({
      ok: false,
      refusal: { code: 'account_closed' },
    });
  });

  it('appends to the account at most once for 100 requests of one busy user, without conflicts', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000_000);
    const relay = await world.relay();
    const caller = async (): Promise<void> => {
      for (let call = 0; call < 100; call += 1)
        expect(await world.call(relay, { amount: 1_000, actual: 700, workMs: 30 })).toBe('served');
    };
    await world.time.during(Promise.all(many(32).map(caller)));
    expect(relay.store.appends.get(`account-${USER}`)).toBeLessThanOrEqual(32);
    expect(relay.store.conflicts).toBe(0);
  });
});
