import { describe, expect, it } from '@jest/globals';
import { eventually } from '../testing/eventually.ts';
import { Load } from '../testing/load.ts';
import { killableProduct } from './killable-product.ts';
import { eventsAfter, withLedgerOf } from './ledger-of.ts';
import { expectNoLeases } from './leases.ts';
import { CALL_PRICE } from './world.ts';

const LIMIT_MS = 120_000;

describe('a stream of five seconds whose relay is killed', () => {
  const { product, world: opened } = killableProduct({ delayMaxMs: 0, gapMaxMs: 100, words: 100 });

  it(
    'leaves one charge, marked interrupted, of the whole price by the default policy',
    async () => {
      const world = opened();
      const spender = await world.spender(100 * CALL_PRICE);
      const load = new Load(product.url, world.model);
      const call = load.one(spender.key, true);
      // Early in its five seconds.
      await withLedgerOf(product, (ledger) =>
        eventually('it has left a trace', async () =>
          (await eventsAfter(ledger, 0)).some(({ event }) => event.type === 'ConsumptionStarted'),
        ),
      );
      await product.kill();
      expect((await call).complete).toBe(false);
      await load.end();

      await product.start();
      expect((await world.charges(spender)).map(({ quota, interrupted }) => ({ quota, interrupted }))).toEqual([
        { quota: CALL_PRICE, interrupted: true },
      ]);
      expect(await world.account(spender)).toEqual({ quota: 99 * CALL_PRICE, used: CALL_PRICE });
      await expectNoLeases(product);
      expect((await product.run('verify')).code).toBe(0);
    },
    LIMIT_MS,
  );
});
