import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atLeast, atMost, type Figure, figure, ms, rate, shown } from './figure.ts';
import {
  callsOf,
  cpuMsOf,
  databaseCpuMsOf,
  LEDGER_CONNECTIONS,
  measureLoad,
  type Measured,
  perSecondOf,
} from './measure-load.ts';
import { interleaved, median, ratios } from './statistics.ts';

export const relayWithoutLedger: Benchmark = {
  title: 'Relay without ledger',
  run: benchRelay,
  how:
    "Whole answers of 700 bytes, 64 connections. The relay's routes with a directory in memory and a cashier that " +
    'grants everything, against a proxy of node:http and undici that does nothing else, both before one ' +
    'upstream.',
};

/** The relay against a bare proxy, without a ledger: goal 0.80 of its requests. */
async function benchRelay(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const requests = resources.requests('whole', ['sk-key']);
  const targets = [await resources.raw(), await resources.relay()];
  for (const target of targets) await measureLoad(target, requests, { seconds: effort.warmUpSeconds });
  const [raw = [], relay = []] = await interleaved(
    targets.map((target) => () => measureLoad(target, requests, { seconds: effort.secondsPerRun })),
    effort.rounds,
  );
  const share = ratios(perSecondOf(relay), perSecondOf(raw));
  return [
    figure("Relay without ledger, share of the bare proxy's requests/s", shown(share.median), {
      spread: share,
      goal: atLeast(share.median, 0.8, '0.80'),
    }),
    figure('- bare proxy', `${rate(median(perSecondOf(raw)))}, ${ms(median(cpuMsOf(raw)))} CPU a request`),
    figure('- relay', `${rate(median(perSecondOf(relay)))}, ${ms(median(cpuMsOf(relay)))} CPU a request`),
    figure('- CPU a request, relay to bare proxy', shown(ratios(cpuMsOf(relay), cpuMsOf(raw)).median), {
      spread: ratios(cpuMsOf(relay), cpuMsOf(raw)),
    }),
  ];
}

export const ledgerOnAgainstOff: Benchmark = {
  title: 'Ledger on against off',
  run: benchLedger,
  how:
    'The same requests to the whole product in one process (a hundred users, leases, till, durable events, ' +
    'projections, console) against the relay above. 128 connections. Caught up when the log shows every charge.',
};

/** The ledger on against off: goal 0.60 of the requests, and the read models have every charge soon after. */
async function benchLedger(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const world = await resources.world();
  const loggedBefore = await world.logged();
  const subjects = [
    { target: await resources.relay(), requests: resources.requests('whole', ['sk-key']) },
    { target: world.product, requests: resources.requests('whole', world.keys) },
  ];
  const warmedUp: Measured[] = [];
  for (const { target, requests } of subjects)
    warmedUp.push(
      await measureLoad(target, requests, { seconds: effort.warmUpSeconds, connections: LEDGER_CONNECTIONS }),
    );
  const [off = [], on = []] = await interleaved(
    subjects.map(
      ({ target, requests }) =>
        () =>
          measureLoad(target, requests, { seconds: effort.secondsPerRun, connections: LEDGER_CONNECTIONS }),
    ),
    effort.rounds,
  );
  const caughtUpMs = await world.caughtUp(loggedBefore + callsOf(on) + (warmedUp[1]?.calls ?? 0));
  const share = ratios(perSecondOf(on), perSecondOf(off));
  return [
    figure('Ledger on, share of the requests/s with it off', shown(share.median), {
      spread: share,
      goal: atLeast(share.median, 0.6, '0.60'),
    }),
    figure('- off', `${rate(median(perSecondOf(off)))}, ${ms(median(cpuMsOf(off)))} CPU a request`),
    figure(
      '- on, projections running',
      `${rate(median(perSecondOf(on)))}, ${ms(median(cpuMsOf(on)))} CPU a request with projections, and ${ms(median(databaseCpuMsOf(on)))} of Postgres`,
    ),
    figure('- read models have every charge after the last answer', ms(caughtUpMs)),
  ];
}

export const streams: Benchmark = {
  title: 'Streams of 50 events',
  run: benchStreams,
  how:
    'The upstream sends each event in a turn of its own; 64 connections. CPU time of the process in the middle ' +
    'alone.',
};

/** CPU for each stream of 50 events: goal 1.2 times the bare proxy's without the charge. */
async function benchStreams(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const world = await resources.world();
  const subjects = [
    { target: await resources.raw(), requests: resources.requests('stream', ['sk-key']) },
    { target: await resources.relay(), requests: resources.requests('stream', ['sk-key']) },
    { target: world.product, requests: resources.requests('stream', world.keys) },
  ];
  for (const { target, requests } of subjects) await measureLoad(target, requests, { seconds: effort.warmUpSeconds });
  const [raw = [], relay = [], product = []] = await interleaved(
    subjects.map(
      ({ target, requests }) =>
        () =>
          measureLoad(target, requests, { seconds: effort.secondsPerRun }),
    ),
    effort.rounds,
  );
  const without = ratios(cpuMsOf(relay), cpuMsOf(raw));
  const withCharge = ratios(cpuMsOf(product), cpuMsOf(raw));
  return [
    figure("CPU a stream of 50 events without the charge, to the bare proxy's", shown(without.median), {
      spread: without,
      goal: atMost(without.median, 1.2),
    }),
    figure("CPU a stream of 50 events with the charge, to the bare proxy's", shown(withCharge.median), {
      spread: withCharge,
    }),
    figure('- bare proxy', `${rate(median(perSecondOf(raw)), 'streams/s')}, ${ms(median(cpuMsOf(raw)))} CPU a stream`),
    figure(
      '- relay without the charge',
      `${rate(median(perSecondOf(relay)), 'streams/s')}, ${ms(median(cpuMsOf(relay)))} CPU a stream`,
    ),
    figure(
      '- product',
      `${rate(median(perSecondOf(product)), 'streams/s')}, ${ms(median(cpuMsOf(product)))} CPU a stream ` +
        `with projections, and ${ms(median(databaseCpuMsOf(product)))} of Postgres`,
    ),
  ];
}
