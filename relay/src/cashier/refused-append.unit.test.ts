import { describe, expect, it } from '@jest/globals';
import { InvalidAppend } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import type { Reservation, RunningCashier } from './cashier.ts';
import { createCashier } from './create-cashier.ts';
import { CASHIER_LIMITS } from './limits.ts';
import { CashierWorld, type TestRelay } from './testing/cashier-world.ts';
import { TroubledStore } from './testing/troubled-store.ts';

const DENIED = new Error('access-denied');
/** How long after the last heartbeat a till is fenced, at most, in milliseconds. */
const FENCED_WITHIN_MS = 15_000;

const isTill = (stream: string): boolean => stream.startsWith('till-');

async function opened(): Promise<{ world: CashierWorld; relay: TestRelay }> {
  const world = new CashierWorld();
  await world.account(1_000_000);
  return { world, relay: await world.relay() };
}

/** A request that runs, with its trace in the till when it began more than a second ago. */
async function running(world: CashierWorld, relay: TestRelay, requestId: string): Promise<Reservation> {
  const reservation = await world.reserved(relay, { amount: 1_000, requestId });
  world.begin(reservation, { requestId });
  return reservation;
}

/** A worker looks every second. */
async function watched(world: CashierWorld, ms: number, settler = world.settler()): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 1_000) {
    await world.time.advance(1_000);
    await world.time.during(settler.look());
  }
}

/** Refuses one till from now on; others, and what workers write, as before. */
function denyTill(relay: TestRelay): void {
  let denied: string | undefined;
  relay.store.refusal = (stream) => {
    if (isTill(stream)) denied ??= stream;
    return stream === denied ? DENIED : undefined;
  };
}

describe('an append to a till that is refused', () => {
  it('is tried again until it is taken: nobody is told that a charge was lost', async () => {
    const { world, relay } = await opened();
    const [one, other] = [await running(world, relay, 'one'), await running(world, relay, 'other')];
    relay.store.refusal = (stream) => (isTill(stream) ? DENIED : undefined);
    const ends = Promise.all([one.record(world.charge('one', 700)), other.record(world.charge('other', 800))]);
    await world.time.advance(4_000);
    expect(relay.cashier.status()).toMatchObject({ unready: undefined, running: 2 });
    relay.store.refusal = () => undefined;
    await world.time.during(ends);
    await world.time.advance(10_000);
    expect(world.alarms).toEqual([]);
    expect(await world.books()).toMatchObject({ consumed: 1_500, openLeases: 0, chargedTwice: [], openStarts: [] });
  });

  it('makes the relay unready after 10 s, with an alarm that names the stream, until it is taken', async () => {
    const { world, relay } = await opened();
    const one = await running(world, relay, 'one');
    relay.store.refusal = (stream) => (isTill(stream) ? DENIED : undefined);
    const end = one.record(world.charge('one', 700)).catch((error: Error) => error.name);
    await world.time.advance(CASHIER_LIMITS.storeRefusedMaxMs + 2_000);
    const { unready, storeRefusedMs } = relay.cashier.status();
    expect(unready).toMatch(/^the event store has refused an append for 1\d{4} ms$/);
    expect(storeRefusedMs).toBeGreaterThanOrEqual(CASHIER_LIMITS.storeRefusedMaxMs);
    expect(world.alarms).toEqual([
      {
        message: 'the event store refuses an append; the same batch is tried again',
        facts: { alarm: true, stream: expect.stringMatching(/^till-/), reason: 'Error: access-denied' },
      },
    ]);
    relay.store.refusal = () => undefined;
    expect(await end).toBe('StoreUnavailable');
    await world.time.advance(2_000);
    expect(relay.cashier.status()).toMatchObject({ unready: undefined, storeRefusedMs: 0, running: 0 });
    expect((await world.books()).charges.get('one')).toBe(700);
  });

  it('is not tried again when the store cannot hold it: those beside it are recorded', async () => {
    const { world, relay } = await opened();
    const [one, other] = [await running(world, relay, 'one'), await running(world, relay, 'other')];
    relay.store.refusal = (stream, events) =>
      isTill(stream) && events.some(({ data }) => data.includes('"requestId":"one"'))
        ? new InvalidAppend('too large')
        : undefined;
    const lost = one.record(world.charge('one', 700)).catch((error: Error) => error.name);
    await world.time.during(other.record(world.charge('other', 800)));
    expect(await world.time.during(lost)).toBe('StoreUnavailable');
    expect(relay.cashier.status()).toMatchObject({ unready: undefined, running: 0 });
    expect((await world.books()).charges).toEqual(new Map([['other', 800]]));
  });
});

describe('the first till of a process', () => {
  /** A relay that begins on `store`. */
  const beginning = (world: CashierWorld, store: TroubledStore): Promise<RunningCashier> =>
    createCashier({
      store,
      tills: world.registry,
      recalls: world.recalls,
      clock: world.time,
      timers: world.time,
      relayId: 'beginner',
      directoryVersion: () => 1,
      log: silentLog,
    });

  it('is refused at once by the reason of the store, because nobody waits for a process that begins', async () => {
    const world = new CashierWorld();
    const store = new TroubledStore(world.store);
    store.refusal = () => DENIED;
    const fromMs = world.time.monotonicMs();
    await expect(world.time.during(beginning(world, store))).rejects.toBe(DENIED);
    expect(world.time.monotonicMs() - fromMs).toBeLessThan(CASHIER_LIMITS.retryFirstMs);
  });

  it('is tried again while the store does not answer, and refused at once then too', async () => {
    const world = new CashierWorld();
    const store = new TroubledStore(world.store);
    let tries = 0;
    store.trouble = () => ((tries += 1) < 3 ? 'answer_lost' : 'none');
    const cashier = await world.time.during(beginning(world, store));
    expect(cashier.status()).toMatchObject({ unready: undefined, tills: { open: 1 } });

    const other = new TroubledStore(world.store);
    other.trouble = () => 'answer_lost';
    const begun = beginning(world, other).catch((error: unknown) => error);
    await world.time.advance(CASHIER_LIMITS.retryFirstMs);
    other.trouble = () => 'none';
    other.refusal = () => DENIED;
    await world.time.advance(CASHIER_LIMITS.retryLongestMs);
    expect(await begun).toBe(DENIED);
  });
});

describe('a till that is given up', () => {
  it('gets no more heartbeats: a worker ends it within 15 s, and each charge is recorded once', async () => {
    const { world, relay } = await opened();
    const traced = await running(world, relay, 'traced');
    const gone = await running(world, relay, 'gone');
    await world.time.advance(1_500);
    const young = await running(world, relay, 'young');
    const still = await running(world, relay, 'still');
    denyTill(relay);
    const ends = [traced, young].map((reservation, index) =>
      reservation.record(world.charge(index === 0 ? 'traced' : 'young', 700)).catch((error: Error) => error.name),
    );
    const settler = world.settler();
    await watched(world, CASHIER_LIMITS.appendRefusedMaxMs, settler);
    expect(await Promise.all(ends)).toEqual(['StoreUnavailable', 'StoreUnavailable']);
    await watched(world, FENCED_WITHIN_MS, settler);
    await world.time.during(still.record(world.charge('still', 600)));
    await world.time.during(gone.fail({ attempts: [] }));
    await watched(world, 10_000, settler);
    expect(world.alarms.map(({ message }) => message)).toContain(
      'a till cannot be written any more; it gets no heartbeats from now on, and a worker ends it',
    );
    const books = await world.books();
    expect(books.charges).toEqual(
      new Map([
        ['traced', 700],
        ['gone', 0],
        ['young', 700],
        ['still', 600],
      ]),
    );
    expect(books).toMatchObject({ openLeases: 0, chargedTwice: [], openStarts: [], available: books.balance });
    expect(relay.cashier.status()).toMatchObject({ unready: undefined, running: 0, tills: { fenced: 0, open: 1 } });
    expect(await world.time.during(world.call(relay, { amount: books.balance }))).toBe('served');
  });

  it('is ended by a worker in the same process, too, who spares what its relay looks after', async () => {
    const { world, relay } = await opened();
    const one = await running(world, relay, 'one');
    denyTill(relay);
    one.record(world.charge('one', 700)).catch(() => undefined);
    const settler = world.settler({}, 'prompt', [relay.relayId], undefined, (tillId) =>
      relay.cashier.looksAfter(tillId),
    );
    await watched(world, CASHIER_LIMITS.appendRefusedMaxMs + FENCED_WITHIN_MS, settler);
    expect((await world.books()).charges.get('one')).toBe(700);
    expect(relay.cashier.status()).toMatchObject({ unready: undefined, tills: { fenced: 0, open: 1 } });
  });
});
