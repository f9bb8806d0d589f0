import { expect } from '@jest/globals';
import { z } from 'zod';
import { CALL_PRICE, CrashWorld } from '../crash/world.ts';
import { eventually } from './eventually.ts';
import { Load } from './load.ts';
import type { Product } from './product.ts';

const CALLS = 3;
const BOUGHT = 10;
const statement = z.object({ closing: z.number() });

/** A new person buys, calls programs, and reads what it cost: in the log, in the balance, in the statement. */
export async function expectServed(world: CrashWorld, relay: Product): Promise<void> {
  const spender = await world.spender(BOUGHT * CALL_PRICE);
  const load = new Load(relay.url, world.model);
  for (let call = 0; call < CALLS; call += 1)
    expect(await load.one(spender.key, call % 2 === 1)).toMatchObject({ status: 200, complete: true });
  await load.end();
  await eventually('the charges can be read', async () => (await world.charges(spender)).length === CALLS);
  const rest = (BOUGHT - CALLS) * CALL_PRICE;
  expect((await world.charges(spender)).map(({ quota }) => quota)).toEqual(
    Array.from({ length: CALLS }, () => CALL_PRICE),
  );
  expect(await world.account(spender)).toEqual({ used: CALLS * CALL_PRICE, quota: rest });
  expect((await (await world.consoleOf(spender.username)).get('/api/statement/self', statement)).closing).toBe(rest);
}

/** The same in a world of its own, on an installation that has none. */
export async function expectMeteredRequests(api: Product, relay: Product): Promise<void> {
  const world = await CrashWorld.open(api);
  try {
    await expectServed(world, relay);
  } finally {
    world.upstream.close();
  }
}
