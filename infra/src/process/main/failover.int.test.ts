import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { type FailoverWay, openFailoverWay } from '../../../test/testing/failover-way.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { Load } from '../../../test/testing/load.ts';
import { expectServed } from '../../../test/testing/metered-request.ts';
import { buildProduct, type Product } from '../../../test/testing/product.ts';

const LIMIT_MS = 180_000;
/** From when Postgres answers new connections. */
const HEALED_WITHIN_MS = 15_000;
const LEADERSHIPS = ['claims', 'directory', 'settler', 'verification'];
const CALLS_AT_ONCE = 8;

beforeAll(() => buildProduct(), LIMIT_MS);

describe.each([
  ['with the ledger in EventStoreDB', true],
  ['with the ledger in Postgres', false],
])('Postgres fails over without a reset, %s', (_where, eventStore) => {
  let installation: Installation;
  let way: FailoverWay;
  let world: CrashWorld | undefined;
  afterEach(async () => {
    world?.upstream.close();
    world = undefined;
    await installation.close();
    await way.close();
  }, LIMIT_MS);

  /** By the process that has found the dead connections, anew: what it held there is gone. */
  const isHeldAnew = async (before: ReadonlyMap<string, number>, { pid }: Product): Promise<boolean> => {
    const elections = await installation.elections();
    return LEADERSHIPS.every((name) =>
      elections.some(
        ({ leadership, holder, fence }) =>
          leadership === name && holder.endsWith(`/${pid}`) && fence > (before.get(leadership) ?? fence),
      ),
    );
  };

  const isReady = async ({ url }: Product): Promise<boolean> => {
    const answer = await fetch(`${url}/readyz`);
    if (!answer.ok) throw new Error(await answer.text());
    return true;
  };

  it(
    'and serves again, with every leadership held, within 15 s',
    async () => {
      installation = await Installation.open({ eventStore });
      way = await openFailoverWay(new URL(installation.databaseUrl));
      const product = await installation.start(['all'], { DATABASE_URL: way.url });
      world = await CrashWorld.open(product);
      await expectServed(world, product);
      const spender = await world.spender(1_000 * CALL_PRICE);
      const load = new Load(product.url, world.model);
      await eventually(
        'every leadership is held',
        async () => (await installation.elections()).length >= LEADERSHIPS.length,
      );
      const before = new Map((await installation.elections()).map(({ leadership, fence }) => [leadership, fence]));
      // Connections are idle, in use and in transactions when they die.
      const calls = Array.from({ length: CALLS_AT_ONCE }, () => load.one(spender.key, true));
      way.failOver();
      const healed = performance.now() + HEALED_WITHIN_MS;
      const rest = (): number => Math.max(0, healed - performance.now());
      await Promise.all([
        eventually('every leadership is held anew', () => isHeldAnew(before, product), rest()),
        eventually('it says ready', () => isReady(product), rest()),
        eventually('programs are served', async () => (await load.one(spender.key, false)).status === 200, rest()),
        eventually('the console answers', async () => (await fetch(`${product.url}/api/status`)).ok, rest()),
      ]);
      await Promise.all(calls);
      await load.end();
      await expectServed(world, product);
      expect(await product.stop()).toBe(0);
    },
    LIMIT_MS,
  );
});
