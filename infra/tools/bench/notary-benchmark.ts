import { setTimeout as delay } from 'node:timers/promises';
import { ABSORB_LOOK_MS } from '@ledgate/projections/limits';
import type { BenchResources } from './bench-resources.ts';
import type { BenchWorld } from './bench-world.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, ms, shown } from './figure.ts';
import { cpuMsOf, LEDGER_CONNECTIONS, measureLoad } from './measure-load.ts';
import { NOTARY_OFF } from './product-part.ts';
import { interleaved, median, ratios } from './statistics.ts';

const GOAL = 1.03;
const PAIRS = 11;
const QUICK_PAIRS = 3;
const SECONDS_PER_RUN = 2;
/** Until the leaves of a run are read for certain, after the log shows it. */
const ABSORBED_MS = 2 * ABSORB_LOOK_MS;

export const notary: Benchmark = {
  title: 'Notary on against off',
  how:
    'Whole answers, 128 connections, two products before one upstream, one of which reads no leaves and seals nothing; runs of two seconds in turn. ' +
    'CPU time a request of the whole product, Postgres not, until its log shows every request of the run and two seconds more, in which leaves are read.',
  run: benchNotary,
};

/** Goal: at most 1.03 of the CPU time, or the spread beside it. */
async function benchNotary(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const [on, off] = [await resources.worldOf({}), await resources.worldOf({}, { [NOTARY_OFF]: '1' })];
  const pairs = effort.comparedPairs > QUICK_PAIRS ? PAIRS : QUICK_PAIRS;
  const worlds = [on, off].map((world) => measured(resources, world));
  for (const run of worlds) await run(effort.warmUpSeconds);
  const [here = [], there = []] = await interleaved(
    worlds.map((run) => () => run(SECONDS_PER_RUN)),
    pairs,
  );
  const spread = ratios(cpuMsOf(here), cpuMsOf(there));
  return [
    figure('CPU time a request with the notary, to that without', shown(spread.median), {
      spread,
      goal: atMost(spread.median, GOAL),
    }),
    figure('- on', `${ms(median(cpuMsOf(here)))} CPU a request`),
    figure('- off', `${ms(median(cpuMsOf(there)))} CPU a request`),
  ];
}

function measured(resources: BenchResources, world: BenchWorld) {
  let rows = 0;
  const settled = async (calls: number): Promise<void> => {
    rows += calls;
    await world.caughtUp(rows);
    await delay(ABSORBED_MS);
  };
  return (seconds: number) =>
    measureLoad(world.product, resources.requests('whole', world.keys), {
      seconds,
      connections: LEDGER_CONNECTIONS,
      settled,
    });
}
