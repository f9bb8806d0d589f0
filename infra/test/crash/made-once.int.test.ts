import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { arm, diedAt } from './deaths.ts';
import { killableProduct } from './killable-product.ts';

const LIMIT_MS = 120_000;
const keys = z.array(z.string());
const listed = z.object({ total: z.number(), items: z.array(z.object({ key: z.string(), name: z.string() })) });

describe('a product that is killed while codes are made under a command_id', () => {
  const { product, world } = killableProduct({ delayMaxMs: 0, gapMaxMs: 0 });

  it.each([
    // The second of three: one stands in the ledger, two are owed to it.
    ['before_CodeIssued', 2],
    // The last: all is done, and the answer is lost.
    ['after_OutboxRowRemoved', 3],
  ] as const)(
    '%s (%i): who asks again has one batch, in directory and ledger',
    async (point, hits) => {
      const asked = { name: point.slice(0, 20), quota: 1_000, count: 3, command_id: randomUUID() };
      const root = await world().root();
      arm(product, point, hits);
      process.kill(product.pid, 'SIGUSR2');
      const lost = root.post('/api/redemption/', keys, asked).catch(() => 'lost');
      await diedAt(product, point);
      expect(await lost).toBe('lost');

      await product.start();
      const back = await world().root();
      const made = await back.post('/api/redemption/', keys, asked);
      expect([made.length, await back.post('/api/redemption/', keys, asked)]).toEqual([3, made]);
      const { total, items } = await back.get(`/api/redemption/search?keyword=${asked.name}&p=1&page_size=10`, listed);
      expect([total, items.map(({ key }) => key).toSorted()]).toEqual([3, made.toSorted()]);
      // Each is issued, and worth what was asked.
      for (const key of made) expect(await back.post('/api/user/topup', z.number(), { key })).toBe(1_000);
      expect((await product.run('verify')).code).toBe(0);
    },
    LIMIT_MS,
  );
});
