import { describe, expect, it } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { eventually } from '../testing/eventually.ts';
import { numberIn } from '../testing/number-in.ts';
import type { Product } from '../testing/product.ts';
import { type CostCall, CostCallers } from './cost-callers.ts';
import { costDifferences } from './cost-differences.ts';
import { endUnderLoad } from './deaths.ts';
import { killableProduct } from './killable-product.ts';
import { eventsAfter, withLedgerOf } from './ledger-of.ts';
import { expectNoLeases } from './leases.ts';
import type { CrashWorld, Spender } from './world.ts';

/** That go upstream before it ends, with half as many whole answers between. */
const STREAMS = numberIn('COST_STREAMS') ?? 200;
/** Of the deaths: the same seed has the same plan of them. */
const SEED = numberIn('COST_SEED') ?? Math.floor(Math.random() * 2 ** 31);
/** A stream's share of lives and restarts on a busy machine, and far more. */
const MS_A_STREAM = 500;

const MODEL = 'cost-model';
const PRICE = { ratio: 2, completionRatio: 3 };
const SPENDERS = 4;
const CALLERS = 32;
const CREDITS = 1_000_000_000;
/** A process lives for so many answers, and a moment. */
const ANSWERS_OF_A_LIFE = { least: 15, most: 110 };
const MOMENT_MAX_MS = 200;
const HITS_MAX = 25;
/** Of the deaths by turns: moments, and close to where a charge becomes durable. */
const POINTS = [undefined, 'before_ConsumptionRecorded', undefined, 'after_ConsumptionRecorded'] as const;
/** Above what a call's words count, so that none is mistaken for another. */
const FIRST_SERIAL = 1_000_000;

/** Another for each call, and below what is reserved for any. */
const usageOf = (serial: number) => ({ prompt: 1 + (serial % 11), completion: 1 + (serial % 97) });
const priceOf = (serial: number): number => {
  const { prompt, completion } = usageOf(serial);
  return PRICE.ratio * (prompt + PRICE.completionRatio * completion);
};

describe(`a relay that tells costs and is killed (again with COST_SEED=${SEED})`, () => {
  const { product, world: opened } = killableProduct({ usageOf, delayMaxMs: 60, gapMaxMs: 60 });

  it(
    `has told ${STREAMS} streams, and whole answers between, what the ledger charges for them, and charges nothing else`,
    async () => {
      const world = opened();
      await world.modelByTokens(MODEL, PRICE, ['openai', 'anthropic']);
      const spenders: Spender[] = [];
      while (spenders.length < SPENDERS) spenders.push(await world.spender(CREDITS));

      const calls = await callsOfManyLives(product, world, spenders);
      await expectNoLeases(product);
      const ledger = await withLedgerOf(product, (reader) => eventsAfter(reader, 0));

      expect(costDifferences(calls, ledger, priceOf).slice(0, 10)).toEqual([]);
      const told = calls.filter((call) => call.told.length > 0);
      expect(told.length).toBeGreaterThan(calls.length / 4);
      expect(told.length).toBeLessThan(calls.length);
      for (const spender of spenders)
        await eventually(`the balance of ${spender.username} follows`, async () => {
          const { quota, used } = await world.account(spender);
          return quota + used === CREDITS && used >= sumOf(told.filter((call) => call.spender === spender));
        });
      expect(await product.run('verify')).toMatchObject({
        code: 0,
        output: expect.stringContaining('The books are true'),
      });
    },
    120_000 + STREAMS * MS_A_STREAM,
  );
});

/** Calls under one kill after the other, until so many were streams that have gone upstream. The product runs before and after. */
async function callsOfManyLives(
  product: Product,
  { upstream }: CrashWorld,
  spenders: readonly Spender[],
): Promise<readonly CostCall[]> {
  const random = new Random(SEED);
  const calls: CostCall[] = [];
  const tried = () => calls.filter(({ serial, streamed }) => streamed && upstream.reached.has(serial)).length;
  for (let life = 0; tried() < STREAMS; life += 1) {
    const callers = new CostCallers(product.url, MODEL, FIRST_SERIAL + calls.length);
    callers.start(spenders, CALLERS);
    const nodeOnly = random.chance(0.75);
    const answers = random.whole(ANSWERS_OF_A_LIFE.least, ANSWERS_OF_A_LIFE.most);
    await eventually(
      `${answers} answers are complete`,
      () => callers.calls.filter(({ complete }) => complete).length >= answers,
    );
    const at = POINTS[life % POINTS.length];
    const crash =
      at === undefined
        ? { nodeOnly, afterMs: random.whole(0, MOMENT_MAX_MS) }
        : { nodeOnly, at, hits: random.whole(1, HITS_MAX) };
    try {
      await endUnderLoad(product, crash, callers);
    } finally {
      await callers.end();
    }
    if (!nodeOnly) await product.killDatabase();
    await product.start();
    calls.push(...callers.calls);
  }
  return calls;
}

const sumOf = (calls: readonly CostCall[]): number =>
  calls.flatMap(({ told }) => told).reduce((sum, { units }) => sum + units, 0);
