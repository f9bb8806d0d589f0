import type { Loadable } from './bench-process.ts';
import { requestsOf } from './bench-load.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, ms, shown } from './figure.ts';
import { cpuMsOf, LEDGER_CONNECTIONS, measureLoad, type Measured } from './measure-load.ts';
import { interleaved, median, quantile, ratios } from './statistics.ts';

/** What a plain chat may cost, of what it cost in the checkout that is compared with. */
const GOAL = 1.08;
const SECONDS_PER_RUN = 1;
const QUARTER = 0.25;

export const against: Benchmark = {
  title: 'A plain chat against another checkout',
  how:
    'Whole answers, 128 connections, both checkouts before one upstream; runs of a second in turn (A B A B ...), CPU time ' +
    'a request. A ratio is the median of the pairs; beside the other figures stand the quarter of the runs in which the ' +
    'machine was quickest.',
  missing: ({ otherProgram }) =>
    otherProgram === undefined ? 'no other checkout was named (--against FOLDER)' : undefined,
  run: benchAgainst,
};

/** Goal: at most 1.08 of the CPU time, of the relay alone and of the whole product. */
async function benchAgainst(resources: BenchResources): Promise<readonly Figure[]> {
  const other = { program: resources.otherProgram ?? '' };
  const upstream = await resources.upstream();
  const relays = [
    { target: await resources.relay(), requests: requestsOf('whole', ['sk-key']) },
    {
      target: await resources.process('relay', upstream.url, { ...other, name: 'other-relay' }),
      requests: requestsOf('whole', ['sk-key']),
    },
  ];
  const worlds = [await resources.world(), await resources.worldOf({ ...other, name: 'other-product' })];
  const products = worlds.map(({ product, keys }) => ({ target: product, requests: requestsOf('whole', keys) }));
  return [
    ...(await compared('Relay without ledger', relays, resources)),
    ...(await compared('Whole product, projections included, Postgres not', products, resources)),
  ];
}

type Subject = { readonly target: Loadable; readonly requests: readonly Buffer[] };

/** The first is this checkout. */
async function compared(
  what: string,
  subjects: readonly Subject[],
  { effort }: BenchResources,
): Promise<readonly Figure[]> {
  const run = ({ target, requests }: Subject, seconds: number): Promise<Measured> =>
    measureLoad(target, requests, { seconds, connections: LEDGER_CONNECTIONS });
  for (const subject of subjects) await run(subject, effort.warmUpSeconds);
  const [here = [], there = []] = await interleaved(
    subjects.map((subject) => () => run(subject, SECONDS_PER_RUN)),
    effort.comparedRounds,
  );
  const spread = ratios(cpuMsOf(here), cpuMsOf(there));
  const told = (runs: readonly Measured[]): string =>
    `${ms(median(cpuMsOf(runs)))} CPU a request, ${ms(quantile(cpuMsOf(runs), QUARTER))} when quick`;
  return [
    figure(`${what}: CPU time a request to the other's`, shown(spread.median), {
      spread,
      goal: atMost(spread.median, GOAL),
    }),
    figure('- here', told(here)),
    figure('- there', told(there)),
  ];
}
