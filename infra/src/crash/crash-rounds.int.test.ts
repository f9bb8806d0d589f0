import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildProduct, Product } from '../testing/product.ts';
import { crashesOf, ROUNDS_A_TURN } from './plan.ts';
import { CRASH_ENVIRONMENT, crashRound } from './round.ts';
import { CrashWorld } from './world.ts';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? ROUNDS_A_TURN);
const ROUND_LIMIT_MS = 120_000;

describe('a product that is killed under load', () => {
  const product = new Product(CRASH_ENVIRONMENT);
  let world: CrashWorld;

  beforeAll(async () => {
    buildProduct();
    await product.start();
    world = await CrashWorld.open(product);
    world.upstream.pace = { ...world.upstream.pace, failEvery: 20 };
  }, ROUND_LIMIT_MS);

  afterAll(async () => {
    world.upstream.close();
    await product.discard();
  }, ROUND_LIMIT_MS);

  for (const [index, crash] of crashesOf(ROUNDS, Math.random).entries()) {
    it(`round ${index + 1}, ${JSON.stringify(crash)}: each complete answer is charged once, no lease is left, the books are true`, async () => {
      const report = await crashRound(product, world, crash);
      expect(report.calls).toBeGreaterThan(0);
    }, ROUND_LIMIT_MS);
  }
});
