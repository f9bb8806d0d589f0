import type { BenchProcess, ProcessOptions } from './bench-process.ts';
import { requestsOf } from './bench-load.ts';
import type { BenchResources } from './bench-resources.ts';
import type { BenchWorld } from './bench-world.ts';
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
    'Whole answers, 128 connections, both checkouts before one upstream; runs of a second in turn (A B A B ...) on five ' +
    'pairs of new processes, since two of one program differ by more than many a change does; CPU time ' +
    'a request; of the whole product until its log shows every request of the run, so that no work of projections falls into ' +
    "the other's turn. A ratio is the median of the pairs; beside the other figures stand the quarter of the runs in which the " +
    'machine was quickest.',
  missing: ({ otherProgram }) =>
    otherProgram === undefined ? 'no other checkout was named (--against FOLDER)' : undefined,
  run: benchAgainst,
};

/** Goal: at most 1.08 of the CPU time, of the relay alone and of the whole product. */
async function benchAgainst(resources: BenchResources): Promise<readonly Figure[]> {
  const upstream = await resources.upstream();
  const other = { program: resources.otherProgram ?? '' };
  const relay = async (options: ProcessOptions): Promise<Subject> => ({
    target: await resources.process('relay', upstream.url, options),
    requests: requestsOf('whole', ['sk-key']),
  });
  const product = async (options: ProcessOptions): Promise<Subject> => {
    const world = await resources.worldOf(options);
    return { target: world.product, requests: requestsOf('whole', world.keys), settled: settledOf(world) };
  };
  const pairOf = (open: typeof relay, role: string) => async (): Promise<readonly Subject[]> => [
    await open({}),
    await open({ ...other, name: `other-${role}` }),
  ];
  return [
    ...(await compared('Relay without ledger', pairOf(relay, 'relay'), resources)),
    ...(await compared('Whole product, projections included, Postgres not', pairOf(product, 'product'), resources)),
  ];
}

type Subject = {
  readonly target: BenchProcess;
  readonly requests: readonly Buffer[];
  readonly settled?: (calls: number) => Promise<unknown>;
};

/** Waits for the rows of one more run. */
function settledOf(world: BenchWorld): (calls: number) => Promise<unknown> {
  let rows = 0;
  return (calls) => {
    rows += calls;
    return world.caughtUp(rows);
  };
}

/** The first of a pair is this checkout. */
async function compared(
  what: string,
  open: () => Promise<readonly Subject[]>,
  { effort }: BenchResources,
): Promise<readonly Figure[]> {
  const here: number[] = [];
  const there: number[] = [];
  for (let pair = 0; pair < effort.comparedPairs; pair += 1) {
    const subjects = await open();
    for (const subject of subjects) await run(subject, effort.warmUpSeconds);
    const measured = await interleaved(
      subjects.map((subject) => () => run(subject, SECONDS_PER_RUN)),
      effort.comparedRounds,
    );
    here.push(...cpuMsOf(measured[0] ?? []));
    there.push(...cpuMsOf(measured[1] ?? []));
    for (const { target } of subjects) await target.stop();
  }
  const spread = ratios(here, there);
  const told = (cpuMs: readonly number[]): string =>
    `${ms(median(cpuMs))} CPU a request, ${ms(quantile(cpuMs, QUARTER))} when quick`;
  return [
    figure(`${what}: CPU time a request to the other's`, shown(spread.median), {
      spread,
      goal: atMost(spread.median, GOAL),
    }),
    figure('- here', told(here)),
    figure('- there', told(there)),
  ];
}

const run = ({ target, requests, settled }: Subject, seconds: number): Promise<Measured> =>
  measureLoad(target, requests, { seconds, connections: LEDGER_CONNECTIONS, ...(settled && { settled }) });
