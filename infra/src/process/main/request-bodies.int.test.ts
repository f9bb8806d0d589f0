import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ALL } from '../../server/config/roles.ts';
import { CALL_PRICE, CrashWorld } from '../../../test/crash/world.ts';
import { eventually } from '../../../test/testing/eventually.ts';
import { Installation } from '../../../test/testing/installation.ts';
import { Load } from '../../../test/testing/load.ts';
import { buildProduct } from '../../../test/testing/product.ts';

const LIMIT_MS = 60_000;

describe('requests that run at a time', () => {
  let installation: Installation;
  let world: CrashWorld;
  beforeAll(() => buildProduct(), LIMIT_MS);
  afterEach(async () => {
    world.upstream.close();
    await installation.close();
  }, LIMIT_MS);

  it(
    'are as many of one user as RELAY_CALLS_OF_USER_MAX says',
    async () => {
      installation = await Installation.open();
      const product = await installation.start([ALL], { RELAY_CALLS_OF_USER_MAX: '2' });
      world = await CrashWorld.open(product);
      const [one, other] = [await world.spender(10 * CALL_PRICE), await world.spender(10 * CALL_PRICE)];
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      world.upstream.pace = { ...world.upstream.pace, held };
      const load = new Load(product.url, world.model);
      const running = [load.one(one.key, false), load.one(one.key, true)];
      await eventually('the provider has two calls', () => world.upstream.reached.size === 2);
      expect(await load.one(one.key, false)).toMatchObject({ status: 429 });
      const others = load.one(other.key, false);
      await eventually('the provider has that of another user', () => world.upstream.reached.size === 3);
      release();
      expect((await Promise.all([...running, others])).map(({ status }) => status)).toEqual([200, 200, 200]);
      await load.end();
    },
    LIMIT_MS,
  );
});
