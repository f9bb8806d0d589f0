import { describe, expect, it } from '@jest/globals';
import { numberIn } from '../testing/number-in.ts';
import { killableProduct } from './killable-product.ts';
import { crashesOf } from './plan.ts';
import { crashRound } from './round.ts';

const ROUNDS_USUAL = 3;
/** A part of a turn: which part is the seed's. */
const ROUNDS = numberIn('CRASH_ROUNDS') ?? ROUNDS_USUAL;
/** The plan's: the same seed has the same crashes in the same order. */
const SEED = numberIn('CRASH_SEED') ?? Math.floor(Math.random() * 2 ** 31);
/** A miss of a point alone takes a minute. */
const ROUND_LIMIT_MS = 600_000;

describe(`a product that is killed under load (again with CRASH_SEED=${SEED})`, () => {
  const { product, world } = killableProduct({ failEvery: 20 });

  for (const [index, crashes] of crashesOf(ROUNDS, SEED).entries()) {
    const named = crashes.map((crash) => JSON.stringify(crash)).join(', ');
    it(
      `round ${index + 1}, ${named}: each complete answer is charged once, each command done once, no lease is left, the books are true`,
      async () => {
        const report = await crashRound(product, world(), crashes);
        expect(report.calls).toBeGreaterThan(0);
        expect(report.commands).toBeGreaterThan(0);
      },
      ROUND_LIMIT_MS,
    );
  }
});
