import { collectDefaultMetrics, Counter, Gauge, type MetricObjectWithValues, type MetricType, type MetricValueWithName, Registry } from 'prom-client';
import { CATALOGUE, type CounterName, type GaugeName, type HistogramName, type MetricName, type MetricSpec } from './catalogue.ts';
import { SCRAPE_KEPT_MS } from './limits.ts';
import type { ProcessMetrics, Reading } from './process-metrics.ts';
import type { Labelled, Spread } from './series.ts';

export type Scrape = { readonly contentType: string; readonly text: string };

/**
 * The numbers of a process in Prometheus's text format, with those of the process and of Node. Loaded at the first scrape: a process that nobody scrapes
 * has no prom-client. One scrape at a time; its answer is kept for SCRAPE_KEPT_MS.
 */
export function createExposition(metrics: ProcessMetrics, keptMs = SCRAPE_KEPT_MS): () => Promise<Scrape> {
  const registry = new Registry();
  let readings: readonly Reading[] = [];
  for (const name of Object.keys(CATALOGUE)) {
    if (isOf(name, 'counter')) counterOf(name, metrics, registry);
    else if (isOf(name, 'histogram')) registry.registerMetric(new CountedHistogram(name, metrics));
    else if (isOf(name, 'gauge')) gaugeOf(name, () => readings, registry);
  }
  collectDefaultMetrics({ register: registry });

  let last: { readonly atMs: number; readonly scrape: Scrape } | undefined;
  let scraping: Promise<Scrape> | undefined;
  const scrapeNow = async (): Promise<Scrape> => {
    readings = await metrics.readings();
    const scrape = { contentType: registry.contentType, text: await registry.metrics() };
    last = { atMs: performance.now(), scrape };
    return scrape;
  };
  return () => {
    if (last !== undefined && performance.now() - last.atMs < keptMs) return Promise.resolve(last.scrape);
    scraping ??= scrapeNow().finally(() => { scraping = undefined; });
    return scraping;
  };
}

function isOf(name: string, kind: 'counter'): name is CounterName;
function isOf(name: string, kind: 'gauge'): name is GaugeName;
function isOf(name: string, kind: 'histogram'): name is HistogramName;
function isOf(name: string, kind: MetricSpec['kind']): boolean {
  return Object.hasOwn(CATALOGUE, name) && CATALOGUE[name as MetricName].kind === kind;
}

function counterOf(name: CounterName, metrics: ProcessMetrics, registry: Registry): void {
  const { help, labels } = CATALOGUE[name];
  const counter: Counter = new Counter({
    name, help, labelNames: [...labels], registers: [registry],
    collect: () => {
      counter.reset();
      for (const { labels: values, value } of metrics.counts(name)) counter.inc(labelled(labels, values), value.value);
    },
  });
}

function gaugeOf(name: GaugeName, readings: () => readonly Reading[], registry: Registry): void {
  const { help, labels } = CATALOGUE[name];
  const gauge: Gauge = new Gauge({
    name, help, labelNames: [...labels], registers: [registry],
    collect: () => {
      gauge.reset();
      // One without labels begins at 0; what was not read is to be missing.
      if (labels.length === 0) gauge.remove();
      for (const reading of readings()) if (reading.gauge === name) gauge.set(labelled(labels, reading.labels), reading.value);
    },
  });
}

const labelled = (names: readonly string[], values: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']));

/** At run time a text, whatever prom-client's types say. */
const HISTOGRAM = 'histogram' as unknown as MetricType;

/**
 * A histogram whose numbers are counted elsewhere: prom-client's own looks its labels up by text at each observation, which costs a request more than
 * everything else that is counted about it.
 */
class CountedHistogram extends Gauge {
  readonly #name: HistogramName;
  readonly #metrics: ProcessMetrics;

  constructor(name: HistogramName, metrics: ProcessMetrics) {
    super({ name, help: CATALOGUE[name].help, labelNames: [...CATALOGUE[name].labels], registers: [] });
    this.#name = name;
    this.#metrics = metrics;
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const { labels } = CATALOGUE[this.#name];
    const values = [...this.#metrics.spreads(this.#name)].flatMap((each) => this.#valuesOf(labels, each));
    return { ...(await super.get()), type: HISTOGRAM, values };
  }

  #valuesOf(names: readonly string[], { labels: given, value: { bounds, counts, sum } }: Labelled<Spread>): MetricValueWithName<string>[] {
    const labels = labelled(names, given);
    let count = 0;
    const buckets = [...counts].map((each, place) => {
      count += each;
      return { metricName: `${this.#name}_bucket`, labels: { ...labels, le: bounds[place] === undefined ? '+Inf' : String(bounds[place]) }, value: count };
    });
    return [...buckets, { metricName: `${this.#name}_sum`, labels, value: sum }, { metricName: `${this.#name}_count`, labels, value: count }];
  }
}
