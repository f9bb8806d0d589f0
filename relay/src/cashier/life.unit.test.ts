import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { UserId } from '@ledgate/domain/shared/ids';
import { allEvents } from './testing/books.ts';
import { CashierWorld, USER } from './testing/cashier-world.ts';
import type { TroubledStore } from './testing/troubled-store.ts';

const typesOf = async (world: CashierWorld): Promise<string[]> =>
  (await allEvents(world.store)).map(({ event }) => event.type);

describe('the life of a cashier', () => {
  it('settles a lease that nobody has used for some seconds with what its till has recorded', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    await world.time.during(
      Promise.all([1, 2, 3].map((actual) => world.call(relay, { amount: 100, actual, tokenId: actual }))),
    );
    await world.time.advance(4_000);
    expect(await world.books()).toMatchObject({ openLeases: 1 });
    await world.time.advance(2_000);
    expect(await world.books()).toMatchObject({ openLeases: 0, available: 9_994, wrongSettlements: [] });
    expect(await world.time.during(world.call(relay, { amount: 9_994 }))).toBe('served');
  });

  it('keeps a lease as long as a request runs under it', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 100, requestId: 'slow' });
    await world.time.advance(60_000);
    expect(await world.books()).toMatchObject({ openLeases: 1 });
    await world.time.during(reservation.record(world.charge('slow', 100)));
    await world.time.advance(6_000);
    expect(await world.books()).toMatchObject({ openLeases: 0, consumed: 100 });
  });

  it('rotates its till while a request runs, and closes the old one when it has ended', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay({ tillAgeMaxMs: 5_000 });
    const running = world.call(relay, { amount: 100, requestId: 'running', workMs: 12_000 });
    const small = async (): Promise<void> => {
      for (let call = 0; call < 16; call += 1)
        expect(await world.call(relay, { amount: 10, workMs: 500 })).toBe('served');
    };
    await world.time.during(small());
    const [first] = [...world.registry.rows.keys()];
    expect(world.registry.rows.size).toBe(2);
    expect(await typesOf(world)).not.toContain('TillClosed');
    expect(await world.time.during(running)).toBe('served');
    await world.time.advance(1_000);
    expect(first === undefined ? true : world.registry.rows.has(first)).toBe(false);
    expect(await world.books()).toMatchObject({
      consumed: 260,
      chargedTwice: [],
      openStarts: [],
      wrongSettlements: [],
    });
  });

  it('gives back what the leases of a rotated till do not need, at once and not only when its last request has ended', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay({ tillAgeMaxMs: 5_000 });
    await world.reserved(relay, { amount: 100, requestId: 'stays' });
    const before = (await world.books()).available;
    await world.time.advance(6_000);
    expect(world.registry.rows.size).toBe(2);
    expect(before).toBeLessThan(1_000_000 - 100);
    expect(await world.books()).toMatchObject({ openLeases: 1, available: 1_000_000 - 100 });
  });

  it('rotates a till that is full', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay({ tillEventsMax: 50 });
    for (let round = 0; round < 6; round += 1) {
      await world.time.during(
        Promise.all(Array.from({ length: 40 }, () => world.call(relay, { amount: 10, workMs: 10 }))),
      );
      await world.time.advance(300);
    }
    const tills = new Set(
      (await allEvents(world.store)).filter(({ stream }) => stream.startsWith('till-')).map(({ stream }) => stream),
    );
    expect(tills.size).toBeGreaterThanOrEqual(3);
    expect(await world.books()).toMatchObject({ consumed: 2_400, chargedTwice: [], wrongSettlements: [] });
  });

  it('refuses when its last heartbeat is too old, and serves again after the next', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
    world.registry.away = true;
    await world.time.advance(8_000);
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
    await world.time.advance(3_000);
    await expect(world.reserve(relay, { amount: 10 })).rejects.toThrow(StoreUnavailable);
    world.registry.away = false;
    await world.time.advance(2_500);
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
  });

  it.each([
    [
      'refuses what it is asked',
      (store: TroubledStore) => {
        store.away = true;
        return () => {
          store.away = false;
        };
      },
    ],
    ['is silent', (store: TroubledStore) => store.beSilent()],
  ])(
    'tells new requests at once that the event store is away, once it %s for two seconds, and serves them again as soon as it answers',
    async (_how, cut) => {
      const world = new CashierWorld();
      await world.account(10_000);
      const relay = await world.relay();
      expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
      const mend = cut(relay.store);
      const caught = world.call(relay, { amount: 10, requestId: 'caught' });
      await world.time.advance(1_900);
      // A short hesitation of the store turns nobody away.
      const patient = world.call(relay, { amount: 10, requestId: 'patient' });
      await world.time.advance(200);
      expect(relay.cashier.status().unready).toMatch(/^the event store has not answered for 2\d{3} ms$/);
      await expect(world.reserve(relay, { amount: 10 })).rejects.toThrow('the event store has not answered');
      mend();
      expect(await world.time.during(Promise.all([caught, patient]))).toEqual(['served', 'served']);
      expect(relay.cashier.status().unready).toBeUndefined();
      expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
      expect(await world.books()).toMatchObject({
        consumed: 40,
        chargedTwice: [],
        openStarts: [],
        wrongSettlements: [],
      });
    },
  );

  it('hears of a store that is away although nobody asks for anything: its heartbeat looks', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    await world.time.advance(10_000);
    relay.store.away = true;
    await world.time.advance(5_000);
    await expect(world.reserve(relay, { amount: 10 })).rejects.toThrow('the event store has not answered');
    relay.store.away = false;
    await world.time.advance(2_500);
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
  });

  it('serves the others while the writes of one account alone find no answer', async () => {
    const world = new CashierWorld();
    const other = 8 as UserId;
    await world.account(10_000);
    await world.account(10_000, other);
    const relay = await world.relay();
    const stuck = new Promise<void>(() => undefined);
    relay.store.beforeAppend = (stream) => (stream === `account-${USER}` ? stuck : Promise.resolve());
    const waiting = world.call(relay, { amount: 10, requestId: 'waiting' });
    for (let second = 0; second < 12; second += 1) {
      await world.time.advance(1_000);
      expect(relay.cashier.status().unready).toBeUndefined();
      expect(await world.time.during(world.call(relay, { amount: 10, accountId: other }))).toBe('served');
    }
    expect(await world.time.during(waiting)).toBe('unavailable');
  });

  it('sends no heartbeat while the event store does not answer', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    relay.store.away = true;
    await world.time.advance(8_000);
    const [row] = world.registry.rows.values();
    await world.time.advance(20_000);
    expect([...world.registry.rows.values()]).toEqual([row]);
    await expect(world.reserve(relay, { amount: 10 })).rejects.toThrow(StoreUnavailable);
  });

  it('does not keep a request waiting for ever when the store is away', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    relay.store.trouble = () => 'refused';
    await expect(world.time.during(world.reserve(relay, { amount: 10 }), 7_000)).rejects.toThrow(StoreUnavailable);
    relay.store.trouble = () => 'none';
    await world.time.advance(2_000);
    expect(await world.time.during(world.call(relay, { amount: 10_000 }))).toBe('served');
  });

  it('drains, settles all, closes its till and removes its row when it is closed', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const running = world.call(relay, { amount: 100, workMs: 2_500 });
    await world.time.during(world.call(relay, { amount: 30 }));
    const closing = relay.cashier.close(20_000);
    await expect(world.reserve(relay, { amount: 1 })).rejects.toThrow(StoreUnavailable);
    expect(await world.time.during(running)).toBe('served');
    await world.time.during(closing);
    expect(world.registry.rows.size).toBe(0);
    expect((await typesOf(world)).at(-1)).toBe('TillClosed');
    expect(await world.books()).toMatchObject({
      openLeases: 0,
      consumed: 130,
      available: 9_870,
      openStarts: [],
      wrongSettlements: [],
    });
  });

  it('ends in time although a request does not, and leaves it to the next start', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const stuck = await world.reserved(relay, { amount: 100, requestId: 'stuck' });
    world.begin(stuck, { requestId: 'stuck' });
    await world.time.during(relay.cashier.close(3_000), 4_000);
    await world.time.during(world.settler().fenceAllAtStart());
    expect(world.registry.rows.size).toBe(0);
    expect(await world.books()).toMatchObject({ openLeases: 0, consumed: 10, openStarts: [] });
  });

  it('restores a heartbeat row that somebody has removed', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const [tillId] = [...world.registry.rows.keys()];
    world.registry.rows.clear();
    await world.time.advance(2_500);
    expect([...world.registry.rows.keys()]).toEqual([tillId]);
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
    expect(relay.store.appends.get(`account-${USER}`)).toBe(1);
  });
});
