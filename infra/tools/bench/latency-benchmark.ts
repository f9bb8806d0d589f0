import { fixedRate } from './bench-load.ts';
import type { BenchResources } from './bench-resources.ts';
import type { Benchmark } from './benchmark.ts';
import { atMost, type Figure, figure, ms } from './figure.ts';
import { interleaved, median, quantile, type Spread, spreadOf } from './statistics.ts';

const PER_SECOND = 300;

export const latency: Benchmark = {
  title: 'Added latency',
  run: benchLatency,
  how:
    '300 requests a second, sent whether earlier ones are answered or not; from sending to the last byte. ' +
    'Differences of the quantiles of neighbouring runs.',
};

/** What the product adds to an answer's time at a fixed 300 requests/s, to calling the upstream directly and to a bare proxy: goal p50 1.5 ms. */
async function benchLatency(resources: BenchResources): Promise<readonly Figure[]> {
  const { effort } = resources;
  const world = await resources.world();
  const anyKey = resources.requests('whole', ['sk-key']);
  const subjects = [
    { url: (await resources.upstream()).url, requests: anyKey },
    { url: (await resources.raw()).url, requests: anyKey },
    { url: world.product.url, requests: resources.requests('whole', world.keys) },
  ];
  for (const { url, requests } of subjects)
    await fixedRate(url, requests, { perSecond: PER_SECOND, seconds: effort.warmUpSeconds });
  const [direct = [], raw = [], product = []] = await interleaved(
    subjects.map(
      ({ url, requests }) =>
        () =>
          fixedRate(url, requests, { perSecond: PER_SECOND, seconds: effort.secondsPerRun }),
    ),
    effort.rounds,
  );
  const p50 = added(product, direct, 0.5);
  const p99 = added(product, direct, 0.99);
  return [
    figure('Added p50 at 300 requests/s, to the upstream called directly', ms(p50.median), {
      spread: p50,
      goal: atMost(p50.median, 1.5, '1.5 ms'),
    }),
    figure('Added p99 at 300 requests/s, to the upstream called directly', ms(p99.median), { spread: p99 }),
    figure(
      '- added p50 and p99, to a bare proxy',
      `${ms(added(product, raw, 0.5).median)}, ${ms(added(product, raw, 0.99).median)}`,
    ),
    ...(
      [
        ['upstream directly', direct],
        ['bare proxy', raw],
        ['product', product],
      ] as const
    ).map(([name, runs]) =>
      figure(
        `- ${name}, p50 and p99`,
        `${ms(median(runs.map((run) => quantile(run, 0.5))))}, ${ms(median(runs.map((run) => quantile(run, 0.99))))}`,
      ),
    ),
  ];
}

type Runs = readonly (readonly number[])[];

const added = (runs: Runs, others: Runs, share: number): Spread =>
  spreadOf(runs.map((run, index) => quantile(run, share) - quantile(others[index] ?? run, share)));
