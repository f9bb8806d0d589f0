import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { benchEventStore } from './event-store-bench.ts';
import { atLeast, atMost, type Figure, figure, ms, rate, shown } from './figure.ts';
import { benchProjectionLag } from './lag-bench.ts';
import { benchRebuild } from './rebuild-bench.ts';

export const durableAppends: Benchmark = {
  title: 'Durable appends',
  run: benchAppends,
  how:
    'Each producer waits for the acknowledgement of its event before the next. The bare INSERT writes the same ' +
    'rows into a table with the same indexes, 64 rows a statement and commit, nothing checked. fsync is on.',
};

/** Durable appends of 64 producers, beside a bare INSERT of the same rows. */
async function benchAppends(resources: BenchResources): Promise<readonly Figure[]> {
  const { rounds, secondsPerRun } = resources.effort;
  const result = await benchEventStore({ url: await resources.database(), runs: rounds, secondsPerRun });
  return [
    figure('Durable appends, 64 producers, one event of 1.2 KB each', rate(result.appendEventsPerSecond, 'events/s'), {
      goal: atLeast(result.appendEventsPerSecond, 12_000, '12,000/s'),
    }),
    figure('- share of a bare INSERT of the same rows', shown(result.ratio.median), {
      spread: result.ratio,
      goal: atLeast(result.ratio.median, 0.8),
    }),
    figure('- bare INSERT', rate(result.bareInsertEventsPerSecond, 'rows/s')),
    figure(
      '- one append at a time on an idle store, p50 and p99',
      `${ms(result.idleAppendP50Ms)}, ${ms(result.idleAppendP99Ms)}`,
    ),
  ];
}

export const projectionRebuild: Benchmark = {
  title: 'Projection rebuild',
  run: benchRebuilding,
  how:
    'A ledger of charges of a hundred users; every run fills a further generation beside the live one, with all ' +
    'indexes, in the thread that reads the store, as the command `npm run rebuild` does.',
};

/** The read models anew from the ledger, reading and indexes included. */
async function benchRebuilding(resources: BenchResources): Promise<readonly Figure[]> {
  const { rebuildEvents, rounds } = resources.effort;
  const result = await benchRebuild({ url: await resources.database(), events: rebuildEvents, runs: rounds });
  const { median } = result.rebuildEventsPerSecond;
  return [
    figure('Projection rebuild, reading and indexes included', rate(median, 'events/s'), {
      spread: result.rebuildEventsPerSecond,
      goal: atLeast(median, 12_000, '12,000/s'),
    }),
    figure('- verifying what was rebuilt', rate(result.verifyEventsPerSecond, 'events/s')),
    figure('- events in the ledger', shown(result.events)),
  ];
}

const LAG_EVENTS_PER_SECOND = 2_000;

export const projectionLag: Benchmark = {
  title: 'Projection lag',
  run: benchLag,
  how:
    'Charges are appended every few milliseconds at a fixed rate, in the process whose projector thread keeps ' +
    'the read models, as in the embedded profile. The checkpoint is read from outside every 3 ms.',
};

/** From the acknowledgement of an append to the commit of its rows. */
async function benchLag(resources: BenchResources): Promise<readonly Figure[]> {
  const { lagSeconds: seconds } = resources.effort;
  const result = await benchProjectionLag({
    url: await resources.database(),
    eventsPerSecond: LAG_EVENTS_PER_SECOND,
    seconds,
  });
  return [
    figure(`Projection lag at ${shown(LAG_EVENTS_PER_SECOND)} events/s for ${seconds} s, p99`, ms(result.lagP99Ms), {
      goal: atMost(result.lagP99Ms, 250, '250 ms'),
    }),
    figure('- p50 and longest', `${ms(result.lagP50Ms)}, ${ms(result.lagMaxMs)}`),
  ];
}
