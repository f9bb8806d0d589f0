import { describe, expect, it } from '@jest/globals';
import { CashierWorld } from './testing/cashier-world.ts';

const GAP = Object.assign(new Error('revision 1 of account-7 is missing'), { name: 'StoreRefused' });
const ALARM = 'an account cannot be read or written';

describe('an account whose events cannot be seen', () => {
  it('is told apart from a closed one, and raises one alarm that names its stream when it stays so', async () => {
    const world = new CashierWorld();
    const relay = await world.relay();
    const ask = () => world.time.during(world.reserve(relay, { amount: 10 }));
    expect(await ask()).toEqual({ ok: false, refusal: { code: 'account_missing' } });
    expect(world.alarms).toEqual([]);
    await world.time.advance(11_000);
    for (let calls = 0; calls < 3; calls += 1) expect(await ask()).toMatchObject({ ok: false });
    expect(world.alarms).toEqual([
      { message: ALARM, facts: { alarm: true, stream: 'account-7', reason: 'the stream has no events' } },
    ]);
    await world.account(10);
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
  });

  it('cannot be reached where its stream has gaps', async () => {
    const world = new CashierWorld();
    const relay = await world.relay();
    relay.store.readStream = () => Promise.reject(GAP);
    relay.store.readStreamBackwards = () => Promise.reject(GAP);
    const ask = () => world.time.during(world.reserve(relay, { amount: 10 }));
    await expect(ask()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await world.time.advance(11_000);
    await expect(ask()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(world.alarms).toEqual([
      { message: ALARM, facts: { alarm: true, stream: 'account-7', reason: `StoreRefused: ${GAP.message}` } },
    ]);
  });

  it('does not fill the log while its lease cannot be settled', async () => {
    const world = new CashierWorld();
    await world.account(1_000);
    const relay = await world.relay();
    expect(await world.time.during(world.call(relay, { amount: 10 }))).toBe('served');
    let tries = 0;
    relay.store.refusal = (stream) => {
      if (!stream.startsWith('account-')) return undefined;
      tries += 1;
      return GAP;
    };
    await world.time.during(relay.cashier.close(10_000));
    expect(world.warnings.filter((message) => message === 'a lease could not be settled')).toHaveLength(1);
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(30);
  });
});
