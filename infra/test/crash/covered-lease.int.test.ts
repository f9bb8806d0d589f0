import { describe, expect, it } from '@jest/globals';
import { amountOf, chargesOf } from '../testing/charges.ts';
import { eventually } from '../testing/eventually.ts';
import { Load } from '../testing/load.ts';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';
import { expectNoLeases } from './leases.ts';
import { eventsAfter, withLedgerOf } from './ledger-of.ts';

const LIMIT_MS = 180_000;
const MODEL = 'model-by-tokens';
const CREDITS = 1_000_000_000;
const CALLERS = 12;
const STATED_MAX = 2;
/** What the provider says of any call: far more than was stated, and than a lease holds. */
const USAGE = { prompt: 10, completion: 1_000_000 };
const COST = USAGE.prompt + USAGE.completion;

describe('a product that is killed while a lease is covered, because calls have cost more than was reserved', () => {
  const { product, world } = killableProduct({ usageOf: () => USAGE });

  it.each(['before_LeaseCovered', 'after_LeaseCovered'] as const)(
    '%s: what was answered whole is charged once and what it cost, everything else at most once',
    async (point) => {
      await world().modelByTokens(MODEL, { ratio: 1, completionRatio: 1 });
      const spender = await world().spender(CREDITS);
      const begun = await withLedgerOf(product, (ledger) => ledger.head());
      arm(product, point, 1);
      process.kill(product.pid, 'SIGUSR2');
      const load = new Load(product.url, MODEL);
      const running = Array.from({ length: CALLERS }, (_, index) =>
        load.one(spender.key, index % 2 === 1, { max_tokens: STATED_MAX }),
      );
      await diedAt(product, point);
      await Promise.all(running);
      await load.end();

      await product.start();
      await expectNoLeases(product);
      const events = await withLedgerOf(product, (ledger) => eventsAfter(ledger, begun));
      const charges = chargesOf(load.calls, events);
      for (const [index, { complete }] of load.calls.entries()) {
        expect(charges[index]?.records).toBeLessThanOrEqual(1);
        if (complete) expect(charges[index]).toEqual({ records: 1, amount: COST });
      }
      const charged = events.reduce((sum, { event }) => sum + amountOf(event), 0);
      await eventually('the balance follows', async () => (await world().account(spender)).used === charged);
      expect(await world().account(spender)).toEqual({ used: charged, quota: CREDITS - charged });
      expect(await product.run('verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('The books are true'),
      });
    },
    LIMIT_MS,
  );
});
