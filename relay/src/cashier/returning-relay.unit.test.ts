import { describe, expect, it } from '@jest/globals';
import { type AccountEvent, accountStream } from '@ledgate/domain/account/events';
import { encode } from '@ledgate/domain/events/codec';
import { NO_STREAM } from '@ledgate/domain/ports/event-store';
import { postings, totals } from '@ledgate/domain/postings/postings';
import { quota } from '@ledgate/domain/shared/quota';
import type { SourceId, UserId } from '@ledgate/domain/shared/ids';
import type { Reservation } from './cashier.ts';
import { allEvents } from './testing/books.ts';
import { type CrashAt, CashierWorld, PROMPT_CHARGE, type TestRelay, USER } from './testing/cashier-world.ts';

type Returning = {
  readonly world: CashierWorld;
  readonly relay: TestRelay;
  readonly other: TestRelay;
  readonly long: Reservation;
  /** The relay reaches Postgres and the event store again. */
  back(): void;
};

/** A relay was cut off while a long request ran; a worker has fenced it and settled its lease, and is heard of by nobody yet. */
async function cutOff(crashAt?: CrashAt): Promise<Returning> {
  const world = new CashierWorld();
  await world.account(10_000);
  const [relay, other] = [await world.relay(), await world.relay()];
  const long = await world.reserved(relay, { amount: 300, requestId: 'long' });
  world.begin(long, { requestId: 'long' });
  await world.time.advance(2_500);
  const open = relay.store.beSilent();
  const { registry } = world;
  const beat = registry.beat.bind(registry);
  registry.beat = async (relayId, version, tillIds) => {
    if (relayId === relay.relayId) throw new Error('cut off');
    return beat(relayId, version, tillIds);
  };
  let settler = world.settler({}, 'prompt', [other.relayId], crashAt);
  for (let second = 0; second < 16; second += 1) {
    if (settler.store.dead) settler = world.settler({}, 'prompt', [other.relayId]);
    void settler.look();
    await world.time.advance(1_000);
  }
  return {
    world,
    relay,
    other,
    long,
    back: () => {
      registry.beat = beat;
      open();
    },
  };
}

/** The other relay sells all that is left. */
async function soldOut({ world, other }: Returning): Promise<void> {
  const { available } = await world.books();
  const all = await world.reserved(other, { amount: available, requestId: 'all' });
  await world.time.during(all.record(world.charge('all', available)));
}

/** What the relay reserves in its first seconds after it is back, while reads of its till take `readMs`. */
async function reservedMeanwhile({ world, relay, back }: Returning, readMs: number): Promise<number> {
  const read = relay.store.readStream.bind(relay.store);
  relay.store.readStream = async (stream, from, limit) => {
    if (stream.startsWith('till-')) await world.time.sleep(readMs);
    return read(stream, from, limit);
  };
  back();
  let reserved = 0;
  for (let ms = 0; ms < 5_000; ms += 10) {
    await world.time.advance(10);
    void world.reserve(relay, { amount: 500 }).then(
      ({ ok }) => {
        if (ok) reserved += 1;
      },
      () => undefined,
    );
  }
  return reserved;
}

describe('a relay that comes back after its fence', () => {
  it('reserves nothing of a lease that a worker has settled, however long it takes to see the fence', async () => {
    const returning = await cutOff();
    const { world } = returning;
    await soldOut(returning);
    expect(await reservedMeanwhile(returning, 300)).toBe(0);
    await world.time.during(returning.long.record(world.charge('long', 300)));
    await world.time.advance(60_000);
    expect(await world.books()).toMatchObject({ balance: -290, chargedTwice: [], openLeases: 0 });
  });

  it('reserves nothing either while the row stands that the worker died before removing', async () => {
    const returning = await cutOff({ point: 'before_TillRowRemoved', time: 1 });
    const { world, relay } = returning;
    expect([...world.registry.rows.values()].map(({ relayId }) => relayId)).toContain(relay.relayId);
    expect((await world.books()).openLeases).toBe(0);
    await soldOut(returning);
    expect(await reservedMeanwhile(returning, 300)).toBe(0);
  });

  it('renews nothing to more before it is known to live, and to less at once', async () => {
    const { long } = await cutOff();
    await expect(long.renew(quota(301))).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(await long.renew(quota(200))).toEqual({ ok: true });
  });

  it('renews nothing to more of a till that it knows to be fenced', async () => {
    const { long, world, back } = await cutOff();
    back();
    await world.time.advance(10_000);
    await expect(long.renew(quota(301))).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it('tells that a charge was right once the provider has stated it, and is silent where nobody has', async () => {
    for (const [source, deltas] of [
      ['provider', [0]],
      ['interrupted', []],
    ] as const) {
      const { long, world, back } = await cutOff();
      back();
      const { usage, ...charge } = world.charge('long', PROMPT_CHARGE);
      await world.time.during(long.record({ ...charge, usage: { ...usage, source } }), 30_000);
      const corrections = (await allEvents(world.store)).flatMap(({ event }) =>
        event.type === 'ConsumptionCorrected' ? [event.data.delta] : [],
      );
      expect(corrections).toEqual(deltas);
    }
  });

  it('corrects a charge that was re-rated meanwhile by what that stands at', async () => {
    const { long, world, back } = await cutOff();
    const stream = accountStream(USER);
    const [last] = await world.store.readStreamBackwards(stream, 1);
    const { requestId, tokenId, price, ...charge } = world.charge('long', 40);
    const rerated: AccountEvent = {
      type: 'ConsumptionRerated',
      data: {
        rerateId: 'x',
        requestId,
        tokenId,
        price,
        before: quota(PROMPT_CHARGE),
        after: quota(PROMPT_CHARGE + 4),
        delta: quota(4),
        suspended: true,
        source: 'rerate-x' as SourceId,
        n: 0,
      },
    };
    const context = { commandId: 'rerate-x', correlationId: 'x', occurredAtMs: world.time.nowMs(), actor: 'worker-1' };
    await world.store.append(stream, last?.revision ?? NO_STREAM, encode([rerated], context));
    back();
    await world.time.during(long.record({ requestId, tokenId, price, ...charge }), 30_000);
    const posted = (await allEvents(world.store)).flatMap(postings);
    expect(Object.fromEntries(totals(posted))).toMatchObject({ suspense: 0, revenue: 40 });
  });

  it('does not take a row that it could not look behind for life', async () => {
    const returning = await cutOff();
    const { world, relay } = returning;
    const read = relay.store.readStream.bind(relay.store);
    relay.store.readStream = async (stream, from, limit) => {
      if (stream.startsWith('till-')) throw new Error('cannot be read');
      return read(stream, from, limit);
    };
    returning.back();
    await world.time.advance(10_000);
    expect(relay.cashier.status().unready).toBe('no heartbeat speaks for the open till');
    await expect(world.reserve(relay, { amount: 1 })).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});

describe('a lease whose grant is on its way when too many wait', () => {
  it('is kept, so that a recall finds it', async () => {
    const world = new CashierWorld();
    const other = 8 as UserId;
    for (const accountId of [USER, other]) await world.account(100_000, accountId);
    const relay = await world.relay({ waitingRequestsMax: 1 });
    let answer = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    relay.store.answerAfter = (stream) => (stream.startsWith('account-') ? slow : Promise.resolve());
    const first = world.reserve(relay, { amount: 100 });
    await expect(world.time.during(first)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    world.reserve(relay, { amount: 100, accountId: other }).catch(() => undefined);
    await world.time.advance(10);
    await expect(world.reserve(relay, { amount: 100 })).rejects.toMatchObject({
      message: 'too many requests wait for a lease',
    });
    relay.store.answerAfter = () => Promise.resolve();
    answer();
    await world.time.advance(10_000);
    expect(await world.books()).toMatchObject({ openLeases: 0, available: 100_000 });
    expect(await world.time.during(world.call(relay, { amount: 100_000 }))).toBe('served');
  });
});
