import { describe, expect, it } from '@jest/globals';
import { killableProduct } from './killable-product.ts';
import { crashesOf, ROUNDS_A_TURN } from './plan.ts';
import { crashRound } from './round.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? ROUNDS_A_TURN);
const ROUND_LIMIT_MS = 120_000;

describe('a product that is killed under load', () => {
  const { product, world } = killableProduct({ failEvery: 20 });

  for (const [index, crash] of crashesOf(ROUNDS, Math.random).entries()) {
    it(`round ${index + 1}, ${JSON.stringify(crash)}: each complete answer is charged once, no lease is left, the books are true`, async () => {
      const report = await crashRound(product, world(), crash);
      expect(report.calls).toBeGreaterThan(0);
    }, ROUND_LIMIT_MS);
  }
});
