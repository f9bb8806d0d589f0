import { whyNoLocalKafka } from '../../src/local/kafka/jars.ts';
import { type Acknowledged, appendAtRate } from './append-at-rate.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import type { Commits } from './feed-run.ts';
import { FeedWorld } from './feed-world.ts';
import { atMost, type Figure, figure, ms, rate, shown } from './figure.ts';
import { machineMs } from './machine-time.ts';
import { cpuOfEach, cpuText, type NamedCpu } from './named-cpu.ts';
import { quantile } from './statistics.ts';

const EVENTS_PER_SECOND = 1_000;
const GOAL_MS = 250;
/** Runs with one projector and with two by turns, each of so many parts of the time: what the machine does beside it meets both. */
const TURNS = 2;

export const feedLag: Benchmark = {
  title: 'Projection lag through Kafka',
  run: benchFeedLag,
  missing: whyNoLocalKafka,
  how:
    'Charges are appended every few milliseconds at a fixed rate; publisher and projectors run in a process each, ' +
    'topic of 12 partitions. From the acknowledgement of its append to the commit of its rows, for every single ' +
    'event. Kafka and Postgres are real; the event store is the protocol double of EventStoreDB, its file synced ' +
    'before each answer.',
};

/** From the acknowledgement of an append to the commit of its rows: goal p99 250 ms at 1,000 events/s; one projector against two, by turns. */
async function benchFeedLag(resources: BenchResources): Promise<readonly Figure[]> {
  const { feedLagSeconds: seconds } = resources.effort;
  const ones: Run[] = [];
  const twos: Run[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    ones.push(await lagsWith(resources, 1, seconds / TURNS));
    twos.push(await lagsWith(resources, 2, seconds / TURNS));
  }
  const [one, two] = [together(ones), together(twos)];
  const p99 = quantile(one.lagsMs, 0.99);
  return [
    figure(
      `Projection lag through Kafka at ${shown(EVENTS_PER_SECOND)} events/s for ${seconds} s, one projector, p99`,
      ms(p99),
      { goal: atMost(p99, GOAL_MS, '250 ms') },
    ),
    ...besides(one),
    figure('Two projectors, p99', ms(quantile(two.lagsMs, 0.99))),
    ...besides(two),
  ];
}

/** `lagsMs` of each event; `perSecond` the rate at which they were really appended; `cpu` of an event. */
type Run = { readonly lagsMs: readonly number[]; readonly perSecond: number; readonly cpu: readonly NamedCpu[] };

/** Of runs of one kind, equally long: all lags, and the means of the rest. */
const together = (runs: readonly Run[]): Run => ({
  lagsMs: runs.flatMap(({ lagsMs }) => lagsMs),
  perSecond: mean(runs.map(({ perSecond }) => perSecond)),
  cpu: (runs[0]?.cpu ?? []).map(({ name }, index) => ({
    name,
    cpuMs: mean(runs.map(({ cpu }) => cpu[index]?.cpuMs ?? 0)),
  })),
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const besides = ({ lagsMs, perSecond, cpu }: Run): readonly Figure[] => [
  figure('- rate reached', rate(perSecond, 'events/s')),
  figure('- p50 and longest', `${ms(quantile(lagsMs, 0.5))}, ${ms(quantile(lagsMs, 1))}`),
  figure('- CPU an event', cpuText(cpu)),
];

function lagsWith(resources: BenchResources, projectors: number, seconds: number): Promise<Run> {
  return FeedWorld.with(resources, async (world) => {
    const run = await world.run();
    await Promise.all([run.addPublisher(), run.addProjectors(projectors)]);
    await run.beginProjecting();
    await run.untilDivided();
    await run.beginPublishing();
    await world.ledger.openAccounts();
    await appendAtRate(world.ledger, { eventsPerSecond: EVENTS_PER_SECOND, seconds: resources.effort.warmUpSeconds });
    await run.untilCommitted(world.ledger.events);
    const [before, eventsBefore] = [await run.cpu(), world.ledger.events];
    const startedMs = machineMs();
    const acknowledged = await appendAtRate(world.ledger, { eventsPerSecond: EVENTS_PER_SECOND, seconds });
    const appendedMs = (acknowledged.at(-1)?.atMs ?? startedMs) - startedMs;
    const commits = await run.untilCommitted(world.ledger.events);
    const events = world.ledger.events - eventsBefore;
    const cpu = cpuOfEach(before, await run.cpu(), events);
    await run.end();
    await world.verify(run);
    return { lagsMs: lagsOf(acknowledged, commits, await world.head()), perSecond: events / (appendedMs / 1_000), cpu };
  });
}

/** An event belongs to the first append that ends at it or behind it. */
function lagsOf(acknowledged: readonly Acknowledged[], commits: Commits, head: number): readonly number[] {
  const lags: number[] = [];
  let append = 0;
  const first = acknowledged[0]?.position ?? head;
  for (const [position, committedMs] of [...commits].sort(([one], [other]) => one - other)) {
    while ((acknowledged[append]?.position ?? head) < position) append += 1;
    const answered = acknowledged[append];
    if (position >= first && answered !== undefined) lags.push(Math.max(0, committedMs - answered.atMs));
  }
  return lags;
}
