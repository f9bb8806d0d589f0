import { describe, expect, it } from '@jest/globals';
import { ShopWorld } from './testing/shop-world.ts';

describe('the standing of a cashier', () => {
  it('counts tills, leases and requests as they are', async () => {
    const world = new ShopWorld();
    await world.account(10_000);
    const relay = await world.relay();
    expect(relay.cashier.standing()).toEqual({
      unready: undefined,
      heartbeatAgeMs: expect.any(Number),
      storeRefusedMs: 0,
      tills: { open: 1, retiring: 0, closing: 0, fenced: 0 },
      leases: 0,
      running: 0,
      waiting: 0,
    });
    const reservation = await world.reserved(relay, { amount: 100, requestId: 'one' });
    expect(relay.cashier.standing()).toMatchObject({ leases: 1, running: 1 });
    await world.time.during(reservation.record(world.charge('one', 100)));
    expect(relay.cashier.standing()).toMatchObject({ leases: 1, running: 0 });
    await world.time.advance(10_000);
    expect(relay.cashier.standing()).toMatchObject({ leases: 0 });
  });

  it('says why nothing can be reserved: its heartbeats do not arrive, or it closes', async () => {
    const world = new ShopWorld();
    const relay = await world.relay();
    await world.time.advance(60_000);
    expect(relay.cashier.standing().unready).toBeUndefined();
    relay.kill();
    await world.time.advance(11_000);
    expect(relay.cashier.standing().unready).toMatch(/^the last heartbeat that arrived was sent 1\d{4} ms ago$/);
    const other = await world.relay();
    await world.time.during(other.cashier.close(1_000));
    expect(other.cashier.standing()).toMatchObject({
      unready: 'this process takes no more requests',
      tills: { open: 0 },
    });
  });
});
