import { whyNoLocalKafka } from '../../src/local/kafka/jars.ts';
import { requestsOf } from './bench-load.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { type Figure, figure, ms, rate, shown } from './figure.ts';
import {
  callsOf,
  cpuMsOf,
  databaseCpuMsOf,
  LEDGER_CONNECTIONS,
  measureLoad,
  type Measured,
  perSecondOf,
} from './measure-load.ts';
import { cpuOfEach, type NamedCpu } from './named-cpu.ts';
import { interleaved, median, ratios } from './statistics.ts';

export const cluster: Benchmark = {
  title: 'Relay on the cluster profile against embedded',
  run: benchCluster,
  missing: whyNoLocalKafka,
  how:
    'The requests of `ledger` to the relay process of a cluster on this machine (a process each for relay, ' +
    'projector and publisher, one for api and worker) against the embedded profile in one process. 128 ' +
    "connections, a hundred users each. Kafka and Postgres are real; in EventStoreDB's place is the protocol " +
    'double, its file synced before each answer: what the real server costs is not in these figures.',
};

type OnCluster = Measured & { readonly beside: readonly NamedCpu[] };

/** The relay process of a cluster against the product in one process, all on one machine. */
async function benchCluster(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const embedded = await resources.world();
  const clustered = await resources.cluster();
  const load = (seconds: number) => ({ seconds, connections: LEDGER_CONNECTIONS });
  const onEmbedded = (seconds: number): Promise<Measured> =>
    measureLoad(embedded.product, requestsOf('whole', embedded.keys), load(seconds));
  const onCluster = (seconds: number): Promise<OnCluster> =>
    withBeside(clustered, () =>
      measureLoad(clustered.world.product, requestsOf('whole', clustered.world.keys), load(seconds)),
    );
  const loggedBefore = await clustered.world.logged();
  await onEmbedded(effort.warmUpSeconds);
  const warmedUp = await onCluster(effort.warmUpSeconds);
  const clusterRuns: OnCluster[] = [];
  const [embeddedRuns = []] = await interleaved(
    [
      () => onEmbedded(effort.secondsPerRun),
      async () => {
        const run = await onCluster(effort.secondsPerRun);
        clusterRuns.push(run);
        return run;
      },
    ],
    effort.rounds,
  );
  const caughtUpMs = await clustered.world.caughtUp(loggedBefore + callsOf(clusterRuns) + warmedUp.calls);
  const share = ratios(perSecondOf(clusterRuns), perSecondOf(embeddedRuns));
  const cpu = ratios(cpuMsOf(clusterRuns), cpuMsOf(embeddedRuns));
  return [
    figure("Relay on the cluster profile, share of the embedded profile's requests/s", shown(share.median), {
      spread: share,
    }),
    figure(
      'CPU a request, relay process of the cluster to the one process of the embedded profile',
      shown(cpu.median),
      { spread: cpu },
    ),
    figure(
      '- embedded',
      `${rate(median(perSecondOf(embeddedRuns)))}, ${ms(median(cpuMsOf(embeddedRuns)))} CPU a request ` +
        `with projections and console, and ${ms(median(databaseCpuMsOf(embeddedRuns)))} of Postgres`,
    ),
    figure(
      '- cluster',
      `${rate(median(perSecondOf(clusterRuns)))}, ${ms(median(cpuMsOf(clusterRuns)))} CPU a request of the relay process`,
    ),
    ...warmedUp.beside.map(({ name }, index) =>
      figure(
        `- cluster, CPU a request of ${name}`,
        ms(median(clusterRuns.map(({ beside }) => beside[index]?.cpuMs ?? 0))),
      ),
    ),
    figure('- cluster, read models have every charge after the last answer', ms(caughtUpMs)),
  ];
}

/** `beside`: for each request. */
async function withBeside(world: ClusterWorld, measure: () => Promise<Measured>): Promise<OnCluster> {
  const before = await world.cpuBeside();
  const measured = await measure();
  return { ...measured, beside: cpuOfEach(before, await world.cpuBeside(), measured.calls) };
}
