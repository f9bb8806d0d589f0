import { describe, expect, it } from '@jest/globals';
import { CashierWorld } from './testing/cashier-world.ts';

describe('the status of a cashier', () => {
  it('counts tills, leases and requests as they are', async () => {
    const world = new CashierWorld();
    await world.account(10_000);
    const relay = await world.relay();
    expect(relay.cashier.status()).toEqual({
      unready: undefined,
      heartbeatAgeMs: expect.any(Number),
      storeRefusedMs: 0,
      tills: { open: 1, retiring: 0, closing: 0, fenced: 0 },
      leases: 0,
      running: 0,
      waiting: 0,
    });
    const reservation = await world.reserved(relay, { amount: 100, requestId: 'one' });
    expect(relay.cashier.status()).toMatchObject({ leases: 1, running: 1 });
    await world.time.during(reservation.record(world.charge('one', 100)));
    expect(relay.cashier.status()).toMatchObject({ leases: 1, running: 0 });
    await world.time.advance(10_000);
    expect(relay.cashier.status()).toMatchObject({ leases: 0 });
  });

  it('says why nothing can be reserved: its heartbeats do not arrive, or it closes', async () => {
    const world = new CashierWorld();
    const relay = await world.relay();
    await world.time.advance(60_000);
    expect(relay.cashier.status().unready).toBeUndefined();
    relay.kill();
    await world.time.advance(11_000);
    expect(relay.cashier.status().unready).toMatch(/^the last heartbeat that arrived was sent 1\d{4} ms ago$/);
    const other = await world.relay();
    await world.time.during(other.cashier.close(1_000));
    expect(other.cashier.status()).toMatchObject({
      unready: 'this process takes no more requests',
      tills: { open: 0 },
    });
  });
});
