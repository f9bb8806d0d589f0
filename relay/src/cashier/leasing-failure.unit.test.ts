import { describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { CashierWorld, type TestRelay } from './testing/cashier-world.ts';

const ALARM = 'a bug keeps requests from their quota';

async function opened(): Promise<{ readonly world: CashierWorld; readonly relay: TestRelay }> {
  const world = new CashierWorld();
  await world.account(10_000);
  return { world, relay: await world.relay() };
}

describe('leasing that fails', () => {
  it('by a bug is an alarm with what was thrown, and 503 to who waited', async () => {
    const { world, relay } = await opened();
    const bug = new TypeError('leases is not iterable');
    relay.store.readStreamBackwards = () => Promise.reject(bug);
    const asked = world.time.during(world.reserve(relay, { amount: 10 }));
    await expect(asked).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(world.alarms).toMatchObject([{ message: ALARM, facts: { alarm: true, accountId: 7, err: bug } }]);
  });

  it('by a bug while a lease is lowered is an alarm too', async () => {
    const { world, relay } = await opened();
    await world.reserved(relay, { amount: 10 });
    relay.store.refusal = (stream) => (stream.startsWith('account-') ? new RangeError('no revision') : undefined);
    await world.time.advance(1_500);
    void relay.cashier.close(1_000);
    await world.time.advance(1_500);
    expect(world.alarms[0]).toMatchObject({ message: ALARM, facts: { reason: 'RangeError: no revision' } });
  });

  it.each([new StoreUnavailable('away'), Object.assign(new Error('EventStoreDB refuses'), { name: 'StoreRefused' })])(
    'by the event store is none: %s',
    async (error) => {
      const { world, relay } = await opened();
      relay.store.readStreamBackwards = () => Promise.reject(error);
      const asked = world.time.during(world.reserve(relay, { amount: 10 }));
      await expect(asked).rejects.toMatchObject({ name: 'StoreUnavailable' });
      expect([world.alarms, world.warnings.at(-1)]).toEqual([[], 'requests could not get a lease']);
    },
  );
});
