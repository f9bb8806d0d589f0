import { describe, expect, it } from '@jest/globals';
import type { TokenId, UserId } from '@ledgate/domain/shared/ids';
import { quota } from '@ledgate/domain/shared/quota';
import { CashierWorld, type TestRelay, USER } from './testing/cashier-world.ts';

const TOKEN = 5;
const OTHER = 6;

/** A rich account and one relay. */
async function opened(): Promise<{ world: CashierWorld; relay: TestRelay }> {
  const world = new CashierWorld();
  await world.account(1_000_000);
  return { world, relay: await world.relay() };
}

/** What the console does: the limit is set first, then the leases are recalled. */
async function limit(world: CashierWorld, amount: number | null, version: number): Promise<void> {
  await world.change({
    type: 'SetTokenLimit',
    tokenId: TOKEN as TokenId,
    limit: amount === null ? null : quota(amount),
    version,
  });
  await world.time.during(world.recalls.recall(USER));
}

/** Runs `job` once, while the relay's first event of `type` is on its way to the store. */
function onTheWayOf(relay: TestRelay, type: string, job: () => Promise<void>): void {
  relay.store.beforeAppend = async (_stream, events) => {
    if (!events.some((event) => event.type === type)) return;
    relay.store.beforeAppend = () => Promise.resolve();
    await job();
  };
}

describe('a report of a lease that meets a new limit', () => {
  const reports: readonly (readonly [string, (world: CashierWorld, relay: TestRelay) => Promise<unknown>])[] = [
    ['lowered', (world) => world.recalls.recall(USER)],
    ['raised', (world, relay) => world.call(relay, { amount: 100_000, tokenId: OTHER })],
    [
      'covered',
      async (world, relay) =>
        (await world.reserved(relay, { amount: 10, tokenId: OTHER, requestId: 'over' })).record(
          world.charge('over', 90_000, { tokenId: OTHER }),
        ),
    ],
  ];

  it.each(reports)(
    'is made anew when the lease is %s, so that the token does not spend twice',
    async (_how, change) => {
      const { world, relay } = await opened();
      const running = await world.reserved(relay, { amount: 600, tokenId: TOKEN, requestId: 'running' });
      onTheWayOf(relay, 'LeaseResized', async () => {
        await running.record(world.charge('running', 600, { tokenId: TOKEN }));
        await world.change({ type: 'SetTokenLimit', tokenId: TOKEN as TokenId, limit: quota(1_000), version: 1 });
      });
      await world.time.during(change(world, relay));
      expect(await world.time.during(world.reserve(relay, { amount: 500, tokenId: TOKEN, limitVersion: 1 }))).toEqual({
        ok: false,
        refusal: { code: 'insufficient_token_quota', unspent: 400, available: 400, needed: 500 },
      });
      expect(await world.time.during(world.call(relay, { amount: 400, tokenId: TOKEN, limitVersion: 1 }))).toBe(
        'served',
      );
    },
  );
});

describe('a lease that is lowered while a charge above its reservation is recorded', () => {
  it('keeps what was consumed by then', async () => {
    const { world, relay } = await opened();
    const running = await world.reserved(relay, { amount: 600, tokenId: TOKEN, requestId: 'running' });
    onTheWayOf(relay, 'LeaseResized', async () => {
      await running.record(world.charge('running', 700, { tokenId: TOKEN }));
      await world.change({ type: 'AdjustQuota', delta: quota(-1), actorId: 1 as UserId, reason: 'test' });
    });
    await world.time.during(world.recalls.recall(USER));
    expect(world.warnings).toEqual([]);
    expect(await world.books()).toMatchObject({ available: 1_000_000 - 1 - 700 });
  });
});

describe('a request of a token that the directory of its relay still calls unlimited', () => {
  it('is served within the limit that was set while it waited for the first lease', async () => {
    const { world, relay } = await opened();
    onTheWayOf(relay, 'LeaseGranted', () =>
      world.change({ type: 'SetTokenLimit', tokenId: TOKEN as TokenId, limit: quota(300), version: 1 }),
    );
    expect(await world.time.during(world.reserve(relay, { amount: 200, tokenId: TOKEN }))).toMatchObject({ ok: true });
    expect(await world.time.during(world.reserve(relay, { amount: 200, tokenId: TOKEN }))).toEqual({
      ok: false,
      refusal: { code: 'insufficient_token_quota', unspent: 300, available: 100, needed: 200 },
    });
  });

  it('is refused past the limit that was set while it waited for a raise', async () => {
    const { world, relay } = await opened();
    await world.reserved(relay, { amount: 100, tokenId: OTHER });
    onTheWayOf(relay, 'LeaseResized', () =>
      world.change({ type: 'SetTokenLimit', tokenId: TOKEN as TokenId, limit: quota(300), version: 1 }),
    );
    const [other, limited] = await world.time.during(
      Promise.all([
        world.reserve(relay, { amount: 50_000, tokenId: OTHER }),
        world.reserve(relay, { amount: 50_000, tokenId: TOKEN }),
      ]),
    );
    expect(other).toMatchObject({ ok: true });
    expect(limited).toEqual({
      ok: false,
      refusal: { code: 'insufficient_token_quota', unspent: 300, available: 300, needed: 50_000 },
    });
  });

  it('takes nothing of what a shared lease has free after the recall', async () => {
    const { world, relay } = await opened();
    expect(await world.time.during(world.call(relay, { amount: 100, tokenId: TOKEN }))).toBe('served');
    await limit(world, 150, 1);
    await world.time.advance(3_000);
    await world.reserved(relay, { amount: 1_000, tokenId: OTHER });
    expect(await world.time.during(world.reserve(relay, { amount: 100, tokenId: TOKEN }))).toEqual({
      ok: false,
      refusal: { code: 'insufficient_token_quota', unspent: 50, available: 50, needed: 100 },
    });
    expect(await world.time.during(world.reserve(relay, { amount: 50, tokenId: TOKEN }))).toMatchObject({ ok: true });
  });

  it('keeps what it has reserved before, and gets no more of the shared lease', async () => {
    const { world, relay } = await opened();
    const running = await world.reserved(relay, { amount: 400, tokenId: TOKEN });
    await limit(world, 500, 1);
    await world.time.advance(3_000);
    await world.reserved(relay, { amount: 1_000, tokenId: OTHER });
    expect(await world.time.during(running.renew(quota(450)))).toEqual({
      ok: false,
      refusal: { code: 'token_limit_pending' },
    });
    expect(running.amount).toBe(400);
    expect(await world.time.during(running.renew(quota(300)))).toEqual({ ok: true });
  });
});

describe('a token that has lost its limit', () => {
  it('is served from the shared lease although the directory of its relay still calls it limited', async () => {
    const { world, relay } = await opened();
    await limit(world, 100, 1);
    expect(await world.time.during(world.call(relay, { amount: 50, tokenId: TOKEN, limitVersion: 1 }))).toBe('served');
    await limit(world, null, 2);
    expect(await world.time.during(world.call(relay, { amount: 500, tokenId: TOKEN, limitVersion: 1 }))).toBe('served');
  });

  it('is served from the shared lease as soon as the directory says so', async () => {
    const { world, relay } = await opened();
    await limit(world, 100, 1);
    expect(await world.time.during(world.call(relay, { amount: 50, tokenId: TOKEN, limitVersion: 1 }))).toBe('served');
    expect(
      await world.time.during(world.call(relay, { amount: 500, tokenId: TOKEN, limited: false, limitVersion: 2 })),
    ).toBe('served');
  });
});

describe('a token whose limit is reserved to its last unit', () => {
  it('is told what charges have left of it, and is served again when reservations come back', async () => {
    const { world, relay } = await opened();
    await limit(world, 50_000, 1);
    const call = { amount: 10_000, tokenId: TOKEN, limitVersion: 1 };
    const running = [];
    for (let calls = 0; calls < 5; calls += 1) running.push(await world.reserved(relay, call));
    expect(await world.time.during(world.reserve(relay, call))).toEqual({
      ok: false,
      refusal: { code: 'insufficient_token_quota', unspent: 50_000, available: 0, needed: 10_000 },
    });
    for (const reservation of running) await world.time.during(reservation.fail({ attempts: [] }));
    expect(await world.time.during(world.call(relay, call))).toBe('served');
  });

  it('is told that nothing is left as soon as charges have used it up, reported or not', async () => {
    const { world, relay } = await opened();
    await limit(world, 50_000, 1);
    expect(await world.time.during(world.call(relay, { amount: 50_000, tokenId: TOKEN, limitVersion: 1 }))).toBe(
      'served',
    );
    expect(await world.time.during(world.reserve(relay, { amount: 1, tokenId: TOKEN, limitVersion: 1 }))).toMatchObject(
      { refusal: { code: 'insufficient_token_quota', unspent: 0, available: 0 } },
    );
  });
});
