import { describe, expect, it } from '@jest/globals';
import { accountStream } from '@ledgate/domain/account/events';
import { decide } from '@ledgate/domain/till/decide';
import { encode } from '@ledgate/domain/events/codec';
import { tillStream } from '@ledgate/domain/till/events';
import type { TillId, UserId } from '@ledgate/domain/shared/ids';
import type { Revision } from '@ledgate/domain/ports/event-store';
import { allEvents } from '../cashier/testing/books.ts';
import { CashierWorld, USER } from '../cashier/testing/cashier-world.ts';
import { createSettler } from './create-settler.ts';
import { readTill } from './read-till.ts';

const typesOf = async (world: CashierWorld): Promise<string[]> =>
  (await allEvents(world.store)).map(({ event }) => event.type);
const tillsOf = (world: CashierWorld): readonly TillId[] => [...world.registry.rows.keys()];

/** A relay with one finished request of 30 and one that runs, past its ConsumptionStarted. */
async function interrupted(reserved = 200): Promise<{
  world: CashierWorld;
  relay: Awaited<ReturnType<CashierWorld['relay']>>;
  running: Awaited<ReturnType<CashierWorld['reserved']>>;
}> {
  const world = new CashierWorld();
  await world.account(10_000);
  const relay = await world.relay();
  await world.time.during(world.call(relay, { amount: 50, actual: 30, requestId: 'finished' }));
  const running = await world.reserved(relay, { amount: reserved, requestId: 'running' });
  world.begin(running, { requestId: 'running' });
  await world.time.advance(1_500);
  return { world, relay, running };
}

describe('fencing', () => {
  it('fences at start what an earlier process left, charges by policy, and settles', async () => {
    for (const [policy, charged] of [
      ['prompt', 10],
      ['nothing', 0],
      ['reservation', 200],
    ] as const) {
      const { world, relay } = await interrupted();
      relay.kill();
      await world.time.during(world.settler({}, policy).fenceAllAtStart());
      expect(world.registry.rows.size).toBe(0);
      expect(await world.books()).toMatchObject({
        consumed: 30 + charged,
        openLeases: 0,
        openStarts: [],
        wrongSettlements: [],
        available: 10_000 - 30 - charged,
      });
    }
  });

  it('does nothing the second time, and nothing twice when two workers run', async () => {
    const { world, relay } = await interrupted();
    relay.kill();
    const [one, other] = [world.settler(), world.settler()];
    await world.time.during(Promise.all([one.fenceAllAtStart(), other.fenceAllAtStart()]));
    const events = await typesOf(world);
    await world.time.during(one.fenceAllAtStart());
    expect(await typesOf(world)).toEqual(events);
    expect(events.filter((type) => type === 'TillFenced' || type === 'TillClosed' || type === 'LeaseSettled')).toEqual([
      'TillFenced',
      'TillClosed',
      'LeaseSettled',
    ]);
    expect(await world.books()).toMatchObject({ consumed: 40, chargedTwice: [], openStarts: [] });
  });

  it('goes on with a till that another worker has fenced and left', async () => {
    const { world, relay } = await interrupted();
    relay.kill();
    const [tillId] = tillsOf(world);
    if (tillId === undefined) throw new Error('no till');
    const { till } = await readTill(world.store, tillId, 500);
    const fence = decide({ type: 'FenceTill', by: 'worker-gone', reason: 'test' }, till);
    if (!fence.ok) throw new Error('not fenced');
    await world.store.append(
      tillStream(tillId),
      till.revision as Revision,
      encode(fence.events, { commandId: 'gone', correlationId: tillId, occurredAtMs: 0, actor: 'worker-gone' }),
    );
    await world.time.during(world.settler().look());
    expect(await world.books()).toMatchObject({ consumed: 40, openLeases: 0, openStarts: [] });
  });

  it('settles a grant that lands after the fence, which no charge names', async () => {
    const { world, relay } = await interrupted();
    relay.kill();
    const [tillId] = tillsOf(world);
    if (tillId === undefined) throw new Error('no till');
    await world.time.during(world.settler().fenceAllAtStart());
    await world.change({
      type: 'GrantLease',
      leaseId: 'late-lease' as never,
      tillId,
      tokenId: null,
      tokenVersion: 0,
      need: 100 as never,
      want: 100 as never,
    });
    expect(await world.books()).toMatchObject({ openLeases: 1 });
    await world.time.during(world.settler().look());
    expect(await world.books()).toMatchObject({ openLeases: 0, consumed: 40 });
  });

  it('does not believe a read model that calls a till closed', async () => {
    const { world } = await interrupted();
    const [tillId] = tillsOf(world);
    const leases = (await allEvents(world.store)).flatMap(({ event }) =>
      event.type === 'LeaseGranted' ? [event.data.leaseId] : [],
    );
    const openWork = {
      openLeasesOfClosedTills: async () =>
        leases.flatMap((leaseId) => (tillId === undefined ? [] : [{ leaseId, tillId, accountId: USER }])),
      unclosedTills: async () => [],
    };
    const settler = createSettler({
      store: world.store,
      tills: world.registry,
      openWork,
      clock: world.time,
      timers: world.time,
      workerId: 'w1',
      ownRelayIds: () => new Set(),
      interruptedPolicy: () => 'prompt',
    });
    await world.time.during(settler.look());
    expect(leases).toHaveLength(1);
    expect(await world.books()).toMatchObject({ openLeases: 1, wrongSettlements: [] });
  });

  it('removes the row of a till without a stream', async () => {
    const world = new CashierWorld();
    await world.registry.open('never-opened' as TillId, 'gone');
    await world.time.during(world.settler().fenceAllAtStart());
    expect(world.registry.rows.size).toBe(0);
  });

  it('reads a long till in pages, and charges many interrupted requests in batches', async () => {
    const world = new CashierWorld();
    await world.account(10_000_000);
    const relay = await world.relay();
    for (let request = 0; request < 1_300; request += 1) {
      const requestId = `q${request}`;
      world.begin(await world.reserved(relay, { amount: 200, requestId }), { requestId });
    }
    await world.time.advance(1_500);
    relay.kill();
    await world.time.during(world.settler({ tillPageEvents: 100 }).fenceAllAtStart());
    expect(await world.books()).toMatchObject({ consumed: 13_000, openLeases: 0, openStarts: [], chargedTwice: [] });
  });

  it('fences a relay only after ten seconds without a heartbeat, and never one that beats', async () => {
    const { world, relay } = await interrupted();
    const alive = await world.relay();
    const settler = world.settler();
    settler.start();
    await world.time.advance(20_000);
    expect(await typesOf(world)).not.toContain('TillFenced');
    relay.kill();
    await world.time.advance(7_500);
    expect(await typesOf(world)).not.toContain('TillFenced');
    await world.time.advance(6_000);
    expect((await typesOf(world)).filter((type) => type === 'TillFenced')).toHaveLength(1);
    expect([...world.registry.rows.values()].map(({ relayId }) => relayId)).toEqual([alive.relayId]);
    await world.time.during(settler.stop());
  });

  it('does not count time in which Postgres did not answer, and never fences its own process', async () => {
    const { world, relay } = await interrupted();
    const [settler, own] = [world.settler(), world.settler({}, 'prompt', [relay.relayId])];
    relay.kill();
    settler.start();
    await world.time.advance(8_000);
    world.registry.away = true;
    await world.time.advance(1_500);
    world.registry.away = false;
    await world.time.advance(8_000);
    expect(await typesOf(world)).not.toContain('TillFenced');
    await world.time.during(settler.stop());
    own.start();
    await world.time.advance(30_000);
    expect(await typesOf(world)).not.toContain('TillFenced');
    await world.time.during(own.stop());
  });
});

describe('a relay that was fenced too early', () => {
  it('records a request that ends later once on its account, and opens a new till', async () => {
    const { world, relay } = await interrupted();
    const short = await world.reserved(relay, { amount: 100, requestId: 'short' });
    await world.time.during(world.settler().fenceAllAtStart());
    await world.time.during(short.record(world.charge('short', 70)));
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
    const types = await typesOf(world);
    expect(types.filter((type) => type === 'LateConsumptionRecorded')).toHaveLength(1);
    expect(types.filter((type) => type === 'TillOpened')).toHaveLength(2);
    expect(await world.books()).toMatchObject({ consumed: 30 + 10 + 70 + 10, chargedTwice: [], openStarts: [] });
  });

  it('corrects what the fence has charged to what the request then cost', async () => {
    const { world, running } = await interrupted();
    await world.time.during(world.settler().fenceAllAtStart());
    await world.time.during(running.record(world.charge('running', 150)));
    const books = await world.books();
    expect(books.charges.get('running')).toBe(150);
    expect(books).toMatchObject({ chargedTwice: [], openStarts: [] });
  });

  it('takes back what the fence has charged when the request then fails', async () => {
    const { world, running } = await interrupted();
    await world.time.during(world.settler().fenceAllAtStart());
    await world.time.during(running.fail({ attempts: [] }));
    expect((await world.books()).charges.get('running')).toBe(0);
  });

  it('notices the fence by its missing row, without an append of its own', async () => {
    const { world, relay } = await interrupted();
    await world.time.during(world.settler().fenceAllAtStart());
    await world.time.advance(3_000);
    expect(world.registry.rows.size).toBe(1);
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
    expect((await typesOf(world)).filter((type) => type === 'LateConsumptionRecorded')).toEqual([]);
  });

  it('waits for TillClosed before it records anything', async () => {
    const { world, relay, running } = await interrupted();
    const [tillId] = tillsOf(world);
    if (tillId === undefined) throw new Error('no till');
    const { till } = await readTill(world.store, tillId, 500);
    const fence = decide({ type: 'FenceTill', by: 'worker-slow', reason: 'test' }, till);
    if (!fence.ok) throw new Error('not fenced');
    await world.store.append(
      tillStream(tillId),
      till.revision as Revision,
      encode(fence.events, { commandId: 'slow', correlationId: tillId, occurredAtMs: 0, actor: 'worker-slow' }),
    );
    let told = false;
    const recorded = running.record(world.charge('running', 150)).then((place) => {
      told = true;
      return place;
    });
    await world.time.advance(3_000);
    expect(told).toBe(false);
    await world.time.during(world.settler({}, 'prompt', [relay.relayId]).look());
    const place = await world.time.during(recorded);
    expect(place?.stream).toBe(accountStream(USER));
    expect(await world.store.readStream(accountStream(USER), place?.revision ?? (0 as Revision), 1)).toMatchObject([
      { type: expect.stringMatching(/^(LateConsumptionRecorded|ConsumptionCorrected)$/) },
    ]);
    expect((await world.books(USER)).charges.get('running')).toBe(150);
    expect(await world.books(USER as UserId)).toMatchObject({ chargedTwice: [], openStarts: [] });
  });
});
