import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { CALL_PRICE, CrashWorld, type Spender } from '../crash/world.ts';
import { type Call, Load } from '../testing/load.ts';
import { buildProduct, Product } from '../testing/product.ts';

const PARALLEL = 200;
const LIMIT_MS = 120_000;

/** Two whole products on one database: two relay processes on one ledger. */
describe('two relay processes', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let first: Product;
  let second: Product;
  let world: CrashWorld;

  beforeAll(async () => {
    buildProduct();
    database = await freshDatabase();
    [first, second] = [new Product({ DATABASE_URL: database.url }), new Product({ DATABASE_URL: database.url })];
    await first.start();
    await second.start();
    world = await CrashWorld.open(first);
  }, LIMIT_MS);

  afterAll(async () => {
    world.upstream.close();
    await Promise.all([first.discard(), second.discard()]);
    await database.drop();
  }, LIMIT_MS);

  async function rush({ key }: Spender, calls: number): Promise<readonly Call[]> {
    const loads = [new Load(first.url, world.model), new Load(second.url, world.model)];
    await Promise.all(Array.from({ length: calls }, (_, index) => loads[index % 2]?.one(key, false)));
    await Promise.all(loads.map((load) => load.end()));
    return loads.flatMap((load) => load.calls);
  }

  const served = (calls: readonly Call[]) => calls.filter(({ complete }) => complete).length;
  const refused = (calls: readonly Call[]) => calls.filter(({ status }) => [400, 401, 403].includes(status)).length;

  async function expectAccount(spender: Spender, used: number): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      if ((await world.account(spender)).used === used) break;
      await new Promise((resolve) => { setTimeout(resolve, 100); });
    }
    expect(await world.account(spender)).toEqual({ used, quota: spender.credits - used });
  }

  it('serve exactly 10 of 200 parallel calls on a balance for exactly 10', async () => {
    const spender = await world.spender(10 * CALL_PRICE);
    const calls = await rush(spender, PARALLEL);
    expect({ served: served(calls), refused: refused(calls) }).toEqual({ served: 10, refused: PARALLEL - 10 });
    await expectAccount(spender, 10 * CALL_PRICE);
  }, LIMIT_MS);

  it('spend a rest that is split over both: what one holds and does not need, the other gets', async () => {
    const spender = await world.spender(7 * CALL_PRICE + 1);
    expect(served(await rush(spender, 2))).toBe(2);
    for (let call = 0; call < 5; call += 1) {
      const load = new Load(call % 2 === 0 ? first.url : second.url, world.model);
      expect((await load.one(spender.key, false)).status).toBe(200);
      await load.end();
    }
    expect(served(await rush(spender, 4))).toBe(0);
    await expectAccount(spender, 7 * CALL_PRICE);
  }, LIMIT_MS);

  it('have true books', async () => {
    const { code, output } = await first.run('verify');
    expect(output).toContain('The books are true');
    expect(code).toBe(0);
  }, LIMIT_MS);
});
