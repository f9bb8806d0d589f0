import { z } from 'zod';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, ms, shown } from './figure.ts';
import { askedMs, inTurns, openFilled, personOf } from './filled-console.ts';
import { quantile } from './statistics.ts';

const GOAL_MS = 200;
const P95 = 0.95;
const MANY = 8;
const WARM_UP_CALLS = 3;
const CALLS_A_LIST_CALL = 5;
const DAY_MS = 86_400_000;
/** How far back the ledger of a filled installation goes. */
const HISTORY_MS = 35 * DAY_MS;

export const asOf: Benchmark = {
  title: 'Balances at an instant',
  run: benchAsOf,
  how:
    'A filled installation (`npm run load`) on the embedded profile, asked over HTTP by root for balances at instants of its history to the millisecond, by ' +
    'events, by what was recorded then, and at positions, of the account that has a tenth of all charges and of one that has a hundred, with a token too, by ' +
    'one client and by eight at once. Each call is of another instant.',
};

const answered = z.object({ position: z.number(), index: z.number(), credits: z.number(), used: z.number() });
/** The p95 of each way to ask, of a long and of a short account. */
async function benchAsOf(resources: BenchResources): Promise<readonly Figure[]> {
  const { listCalls } = resources.effort;
  const { root } = await openFilled(resources);
  const [long, short] = [await personOf(root, 'person-0'), await personOf(root, 'person-77')];
  const { position: head, index } = await root.get(`/api/ledger/balance/${long.id}`, answered);
  const endMs = Date.now();
  const figures: Figure[] = [];
  for (const [name, person] of [
    [`an account of ${shown(long.charges)} charges`, long],
    [`one of ${shown(short.charges)}`, short],
  ] as const)
    for (const [way, query] of ways(head, endMs)) {
      const ask = (): Promise<number> =>
        askedMs(root, `/api/ledger/balance/${person.id}?${query()}&token_id=${person.tokenId}`);
      for (let call = 0; call < WARM_UP_CALLS; call += 1) await ask();
      const one = quantile(await inTurns(1, listCalls * CALLS_A_LIST_CALL, ask), P95);
      const many = quantile(await inTurns(MANY, listCalls * CALLS_A_LIST_CALL, ask), P95);
      figures.push(
        figure(`${way}, p95 of ${name}, one client and eight`, `${ms(one)}, ${ms(many)}`, {
          goal: atMost(Math.max(one, many), GOAL_MS, `${GOAL_MS} ms`),
        }),
      );
    }
  return [...figures, figure('- events in the ledger', shown(index + 1))];
}

const ways = (head: number, endMs: number): readonly (readonly [string, () => string])[] => {
  const instant = (): number => Math.floor(endMs - Math.random() * HISTORY_MS);
  return [
    ['By events', () => `at_ms=${instant()}`],
    ['By what was recorded then', () => `at_ms=${instant()}&basis=recorded`],
    ['At a position', () => `position=${1 + Math.floor(Math.random() * head)}`],
  ];
};
