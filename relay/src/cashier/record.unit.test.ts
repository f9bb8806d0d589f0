import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { quota } from '@ledgate/domain/shared/quota';
import { allEvents } from './testing/books.ts';
import { CashierWorld, USER } from './testing/cashier-world.ts';

const typesOf = async (world: CashierWorld): Promise<string[]> =>
  (await allEvents(world.store)).map(({ event }) => event.type);
const isTill = (stream: string): boolean => stream.startsWith('till-');

describe('recording', () => {
  it('ends only after the store has acknowledged the charge', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 100, requestId: 'a' });
    relay.store.away = true;
    let told = false;
    const recorded = reservation.record(world.charge('a', 60)).then(() => {
      told = true;
    });
    await world.time.advance(2_000);
    expect(told).toBe(false);
    relay.store.away = false;
    await world.time.during(recorded);
    expect(await world.books()).toMatchObject({ consumed: 60, chargedTwice: [] });
  });

  it('tells where the charge stands, and what the account has left at most', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const reservations = await Promise.all(
      ['a', 'b', 'c'].map((requestId) => world.reserved(relay, { amount: 100, requestId })),
    );
    const recorded = await world.time.during(
      Promise.all(reservations.map((reservation, index) => reservation.record(world.charge('abc'[index] ?? '', 60)))),
    );
    const places = new Map(
      (await allEvents(world.store)).flatMap(({ event, stream, revision }) =>
        event.type === 'ConsumptionRecorded' ? [[event.data.requestId as string, { stream, revision }]] : [],
      ),
    );
    expect(recorded).toEqual(['a', 'b', 'c'].map((id) => places.get(id)));
    expect(reservations[0]?.balanceAtMost()).toBe(10_000 - 180);
  });

  it('tells what the account has left at most also of a lease that a worker has settled, which nobody here knows yet', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const [first, second] = [
      await world.reserved(relay, { amount: 100 }),
      await world.reserved(relay, { amount: 100 }),
    ];
    await world.time.during(first.record(world.charge('a', 60)));
    const granted = (await allEvents(world.store)).find(({ event }) => event.type === 'LeaseGranted')?.event;
    if (granted?.type !== 'LeaseGranted') throw new Error('no lease was granted');
    const report = { leaseId: granted.data.leaseId, consumed: quota(60), byToken: { 7: quota(60) } };
    await world.change({ type: 'SettleLease', report });
    expect(second.balanceAtMost()).toBe(9_940);
    await world.time.during(world.reserve(relay, { amount: 9_000 }).catch(() => undefined));
    expect(second.balanceAtMost()).toBe(9_940);
  });

  it('shares one append between requests that end while another is under way', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay();
    const ids = Array.from({ length: 600 }, (_, index) => `q${index}`);
    const reservations = await Promise.all(ids.map((requestId) => world.reserved(relay, { amount: 10, requestId })));
    const before = [...relay.store.appends]
      .filter(([stream]) => isTill(stream))
      .reduce((sum, [, appends]) => sum + appends, 0);
    await world.time.during(
      Promise.all(reservations.map((reservation, index) => reservation.record(world.charge(ids[index] ?? '', 5)))),
    );
    const after = [...relay.store.appends]
      .filter(([stream]) => isTill(stream))
      .reduce((sum, [, appends]) => sum + appends, 0);
    expect(after - before).toBeLessThanOrEqual(4);
    expect(await world.books()).toMatchObject({ consumed: 3_000 });
  });

  it('never asks for the positions of what is appended to tills, which a store may have to read back', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const other = await world.relay();
    await world.reserved(other, { amount: 100, requestId: 'interrupted' });
    other.kill();
    expect(await world.time.during(world.call(relay, { amount: 100, actual: 60, workMs: 20 }))).toBe('served');
    await world.time.during(relay.cashier.close(20_000));
    const settler = world.settler({}, 'prompt');
    await world.time.during(settler.fenceAllAtStart());
    const stores = [relay.store, other.store, settler.store];
    for (const { appends } of stores) expect([...appends.keys()].some(isTill)).toBe(true);
    expect(stores.flatMap(({ positionsWantedIn }) => [...positionsWantedIn]).filter(isTill)).toEqual([]);
  });

  it('neither loses nor doubles charges and leases when answers get lost', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    let call = 0;
    relay.store.trouble = () => (['answer_lost', 'refused', 'none'] as const)[(call += 1) % 3] ?? 'none';
    const results = await world.time.during(
      Promise.all(Array.from({ length: 60 }, () => world.call(relay, { amount: 300, actual: 250, workMs: 20 }))),
    );
    expect(results.filter((result) => result === 'served')).toHaveLength(33);
    const books = await world.books();
    expect(books).toMatchObject({ consumed: 33 * 250, chargedTwice: [] });
    await world.time.during(relay.cashier.close(20_000));
    expect(await world.books()).toMatchObject({ openLeases: 0, available: 10_000 - 33 * 250, wrongSettlements: [] });
  });

  it('tells a client in time that its charge is not durable, and still records it once', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 100, requestId: 'late' });
    relay.store.trouble = (stream) => (isTill(stream) ? 'answer_lost' : 'none');
    const recorded = reservation.record(world.charge('late', 60));
    await expect(world.time.during(recorded, 15_000)).rejects.toThrow(StoreUnavailable);
    relay.store.trouble = () => 'none';
    await world.time.advance(10_000);
    expect(await world.books()).toMatchObject({ consumed: 60, chargedTwice: [], openLeases: 0, available: 9_940 });
  });

  it('does not let an event that no store can hold stop the requests beside it', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const [bad, good] = [
      await world.reserved(relay, { amount: 10, requestId: 'bad' }),
      await world.reserved(relay, { amount: 10, requestId: 'good' }),
    ];
    const huge = { ...world.charge('bad', 5), modelAsked: 'x'.repeat(600_000) };
    const results = await world.time.during(
      Promise.allSettled([bad.record(huge), good.record(world.charge('good', 5))]),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await world.books()).toMatchObject({ consumed: 5 });
  });

  it('covers a charge above its lease at once, whatever is left', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 1_000, requestId: 'over' });
    await world.time.during(reservation.record(world.charge('over', 1_700)));
    await world.time.advance(10);
    expect(await world.books()).toMatchObject({ consumed: 1_700, available: -700 });
    expect(await world.time.during(world.reserve(relay, { amount: 1 }))).toMatchObject({
      ok: false,
      refusal: { available: -700 },
    });
  });

  it('takes the excess of a charge from what is free in the lease', async () => {
    const world = new CashierWorld();
    await world.account(1_000_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 100, requestId: 'over' });
    await world.time.during(reservation.record(world.charge('over', 150)));
    expect(relay.store.appends.get(`account-${USER}`)).toBe(1);
    expect(await world.books()).toMatchObject({ consumed: 150 });
  });

  it('leaves a ConsumptionStarted for a request that runs longer than a second, and ends it once', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const [short, long, failing] = [
      world.call(relay, { amount: 100, requestId: 'short', workMs: 900 }),
      world.call(relay, { amount: 100, requestId: 'long', workMs: 5_000 }),
      await world.reserved(relay, { amount: 100, requestId: 'failing' }),
    ];
    world.begin(failing, { requestId: 'failing' });
    await world.time.advance(1_500);
    expect((await typesOf(world)).filter((type) => type === 'ConsumptionStarted')).toHaveLength(2);
    await world.time.during(failing.fail({ attempts: [] }));
    expect(await world.time.during(Promise.all([short, long]))).toEqual(['served', 'served']);
    expect(await world.books()).toMatchObject({ openStarts: [], consumed: 200 });
  });

  it('counts the second from the first attempt', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const [first, second] = [
      await world.reserved(relay, { amount: 100, requestId: 'first' }),
      await world.reserved(relay, { amount: 100, requestId: 'second' }),
    ];
    world.begin(first, { requestId: 'first' });
    world.begin(second, { requestId: 'second' });
    await world.time.advance(900);
    world.begin(first, { requestId: 'first' });
    await world.time.advance(300);
    expect((await typesOf(world)).filter((type) => type === 'ConsumptionStarted')).toHaveLength(2);
  });

  it('leaves another trace when the reservation is renewed, so that a fence charges what is reserved then', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const [ends, dies] = [
      await world.reserved(relay, { amount: 100, requestId: 'ends' }),
      await world.reserved(relay, { amount: 100, requestId: 'dies' }),
    ];
    for (const [requestId, reservation] of [
      ['ends', ends],
      ['dies', dies],
    ] as const) {
      world.begin(reservation, { requestId });
      await world.time.advance(1_500);
      expect(await world.time.during(reservation.renew(quota(400)))).toEqual({ ok: true });
      world.begin(reservation, { requestId });
      await world.time.advance(1_500);
      world.begin(reservation, { requestId });
      await world.time.advance(1_500);
    }
    expect((await typesOf(world)).filter((type) => type === 'ConsumptionStarted')).toHaveLength(4);
    await world.time.during(ends.record(world.charge('ends', 300)));
    relay.kill();
    await world.time.during(world.settler({}, 'reservation').fenceAllAtStart());
    const books = await world.books();
    expect(books).toMatchObject({ openStarts: [], chargedTwice: [], openLeases: 0 });
    expect([...books.charges]).toEqual([
      ['ends', 300],
      ['dies', 400],
    ]);
  });

  it('says in its one trace what was reserved last, when the request is renewed before it is long', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 100, requestId: 'renewed' });
    world.begin(reservation, { requestId: 'renewed' });
    await world.time.advance(500);
    await world.time.during(reservation.renew(quota(400)));
    world.begin(reservation, { requestId: 'renewed' });
    await world.time.advance(1_500);
    const started = (await allEvents(world.store)).flatMap(({ event }) =>
      event.type === 'ConsumptionStarted' ? [event.data.reserved] : [],
    );
    expect(started).toEqual([400]);
  });

  it('releases a request that fails, with its attempts on record when there were any', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    const [first, second] = [
      await world.reserved(relay, { amount: 1_000, requestId: 'first' }),
      world.reserve(relay, { amount: 1_000, requestId: 'second' }),
    ];
    await world.time.during(first.fail({ attempts: world.charge('first', 0).attempts }));
    const third = await world.reserved(relay, { amount: 1_000, requestId: 'third' }).catch(() => undefined);
    const reserved = await world.time.during(second);
    expect(third === undefined ? reserved.ok : true).toBe(true);
    expect(await typesOf(world)).toContain('AttemptsFailed');
    expect(await world.books()).toMatchObject({ consumed: 0 });
  });

  it('ends a request once only', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    const reservation = await world.reserved(relay, { amount: 10, requestId: 'once' });
    await world.time.during(reservation.record(world.charge('once', 10)));
    expect(() => reservation.fail({ attempts: [] })).toThrow('has ended already');
    expect(() => reservation.record(world.charge('once', 10))).toThrow('has ended already');
  });
});
