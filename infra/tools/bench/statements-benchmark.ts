import { positionRangeOf } from '@ledgate/projections/queries/ranges';
import { withLedger } from '../../src/process/main/with-ledger.ts';
import { readEnvironment } from '../../src/server/config/config.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, ms, shown } from './figure.ts';
import { askedMs, inTurns, openFilled, personOf } from './filled-console.ts';
import { quantile } from './statistics.ts';

const GOAL_MS = 5;
const P95 = 0.95;
const MANY = 8;
const WARM_UP_CALLS = 3;
const INSTANTS = 1_000;
const S_MS = 1_000;
const DAY_S = 86_400;
/** How far back the ledger of a filled installation goes. */
const HISTORY_S = 35 * DAY_S;
const MONTH_S = 30 * DAY_S;

export const statements: Benchmark = {
  title: 'Statements',
  run: benchStatements,
  how:
    'A filled installation (`npm run load`) on the embedded profile, asked over HTTP by root for statements of the last month, their ' +
    'first page with all sums, of the account that has a tenth of all charges and of one that has a hundred, of a token, a channel, ' +
    'a group and everybody, by one client and by eight. Where a range of time begins is asked of Postgres by the function that ' +
    'every figure goes by, for instants of the whole history.',
};

async function benchStatements(resources: BenchResources): Promise<readonly Figure[]> {
  const { listCalls } = resources.effort;
  const { root, dataDir } = await openFilled(resources);
  const endS = Math.floor(Date.now() / S_MS);
  const range = `start=${endS - MONTH_S}&end=${endS}`;
  const [long, short] = [await personOf(root, 'person-0'), await personOf(root, 'person-77')];
  const asked: readonly (readonly [string, string])[] = [
    [`a user of ${shown(long.charges)} charges`, `scope=user&id=${long.id}`],
    [`a user of ${shown(short.charges)}`, `scope=user&id=${short.id}`],
    [`a token of ${shown(short.charges)}`, `scope=token&id=${short.tokenId}`],
    ['a channel', 'scope=channel&id=3'],
    ['a group', 'scope=group&id=vip'],
    ['everybody', 'scope=all'],
  ];
  const figures: Figure[] = [];
  for (const [whose, scope] of asked) {
    const ask = (): Promise<number> => askedMs(root, `/api/finance/statement?${scope}&${range}`);
    for (let call = 0; call < WARM_UP_CALLS; call += 1) await ask();
    const one = quantile(await inTurns(1, listCalls, ask), P95);
    const many = quantile(await inTurns(MANY, listCalls, ask), P95);
    figures.push(figure(`Statement of ${whose}, p95, one client and eight`, `${ms(one)}, ${ms(many)}`));
  }
  return [...figures, ...(await beginnings(dataDir, endS))];
}

/** Where times begin, one after the other, on a connection of its own. */
const beginnings = (dataDir: string, endS: number): Promise<readonly Figure[]> =>
  withLedger(readEnvironment({ DATA_DIR: dataDir, DATABASE_URL: '' }), async ({ pool }) => {
    const took: number[] = [];
    for (let index = 0; index < INSTANTS; index += 1) {
      const fromS = Math.floor(endS - Math.random() * HISTORY_S);
      const startedMs = performance.now();
      await positionRangeOf(pool, { fromS, toS: undefined });
      took.push(performance.now() - startedMs);
    }
    const p95 = quantile(took, P95);
    return [figure('Where an instant begins, p95', ms(p95), { goal: atMost(p95, GOAL_MS, `${GOAL_MS} ms`) })];
  });
