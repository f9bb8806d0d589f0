import { describe, expect, it } from '@jest/globals';
import type { RequestId } from '@ledgate/domain/shared/ids';
import type { EndOfRequest, Reservation } from './cashier.ts';
import { CashierWorld, USER } from './testing/cashier-world.ts';

const REQUEST = 'asked-for' as RequestId;

async function opened(): Promise<CashierWorld> {
  const world = new CashierWorld();
  await world.account(1_000_000);
  return world;
}

/** Another relay asks, by pages that are small. */
async function asked(world: CashierWorld, { tillId }: Reservation): Promise<EndOfRequest> {
  const { cashier } = await world.relay({ fencedTillPageEvents: 2 });
  return world.time.during(cashier.endOf({ requestId: REQUEST, tillId, accountId: USER }));
}

const reserved = (world: CashierWorld, relay: Awaited<ReturnType<CashierWorld['relay']>>): Promise<Reservation> =>
  world.reserved(relay, { amount: 100, requestId: REQUEST });

describe('the end of a request, as another relay reads it', () => {
  it('is charged, or free, by its till, whatever came after it', async () => {
    for (const end of ['charged', 'free'] as const) {
      const world = await opened();
      const relay = await world.relay();
      const reservation = await reserved(world, relay);
      if (end === 'charged') await world.time.during(reservation.record(world.charge(REQUEST, 0)));
      else await world.time.during(reservation.fail({ attempts: world.charge(REQUEST, 0).attempts }));
      for (let later = 0; later < 5; later += 1) await world.time.during(world.call(relay, { amount: 10 }));
      expect(await asked(world, reservation)).toEqual({ end, closedAtMs: undefined });
    }
  });

  it('is not told while it runs', async () => {
    const world = await opened();
    const reservation = await reserved(world, await world.relay());
    expect(await asked(world, reservation)).toEqual({ end: undefined, closedAtMs: undefined });
  });

  it('is not told by a till that was closed for a dead relay, which says when', async () => {
    const world = await opened();
    const relay = await world.relay();
    const reservation = await reserved(world, relay);
    relay.kill();
    await world.time.during(world.settler().fenceAllAtStart());
    expect(await asked(world, reservation)).toEqual({ end: undefined, closedAtMs: expect.any(Number) });
  });

  it('is the charge of an interrupted one', async () => {
    const world = await opened();
    const relay = await world.relay();
    const reservation = await reserved(world, relay);
    world.begin(reservation, { requestId: REQUEST });
    await world.time.advance(2_000);
    relay.kill();
    await world.time.during(world.settler().fenceAllAtStart());
    expect(await asked(world, reservation)).toMatchObject({ end: 'charged' });
  });

  it('is the charge on the account of a relay that was taken for dead', async () => {
    const world = await opened();
    const relay = await world.relay();
    const reservation = await reserved(world, relay);
    await world.time.during(world.settler().fenceAllAtStart());
    await world.time.during(reservation.record(world.charge(REQUEST, 50)));
    expect(await asked(world, reservation)).toEqual({ end: 'charged', closedAtMs: expect.any(Number) });
  });
});
