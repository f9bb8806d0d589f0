import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricType,
  type MetricValueWithName,
  Registry,
} from 'prom-client';
import {
  CATALOGUE,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricName,
  type MetricSpec,
} from './catalogue.ts';
import { SCRAPE_KEPT_MS } from './limits.ts';
import { type HistogramNumber, NO_NUMBERS, type Numbers } from './numbers.ts';
import type { ProcessMetrics } from './process-metrics.ts';

type Scrape = { readonly contentType: string; readonly text: string };

/**
 * The numbers of a process in Prometheus's text format, with those of the process and of Node. Loaded at the first scrape: a process that nobody scrapes
 * has no prom-client. One scrape at a time; its answer is kept for SCRAPE_KEPT_MS.
 */
export function createExposition(metrics: ProcessMetrics, keptMs = SCRAPE_KEPT_MS): () => Promise<Scrape> {
  const registry = new Registry();
  let numbers = NO_NUMBERS;
  const asNow = (): Numbers => numbers;
  for (const name of Object.keys(CATALOGUE)) {
    if (isOf(name, 'counter')) counterOf(name, asNow, registry);
    else if (isOf(name, 'histogram')) registry.registerMetric(new CountedHistogram(name, asNow));
    else if (isOf(name, 'gauge')) gaugeOf(name, asNow, registry);
  }
  collectDefaultMetrics({ register: registry });

  let last: { readonly atMs: number; readonly scrape: Scrape } | undefined;
  let scraping: Promise<Scrape> | undefined;
  const scrapeNow = async (): Promise<Scrape> => {
    numbers = await metrics.all();
    const scrape = { contentType: registry.contentType, text: await registry.metrics() };
    last = { atMs: performance.now(), scrape };
    return scrape;
  };
  return () => {
    if (last !== undefined && performance.now() - last.atMs < keptMs) return Promise.resolve(last.scrape);
    scraping ??= scrapeNow().finally(() => {
      scraping = undefined;
    });
    return scraping;
  };
}

function isOf(name: string, kind: 'counter'): name is CounterName;
function isOf(name: string, kind: 'gauge'): name is GaugeName;
function isOf(name: string, kind: 'histogram'): name is HistogramName;
function isOf(name: string, kind: MetricSpec['kind']): boolean {
  return Object.hasOwn(CATALOGUE, name) && CATALOGUE[name as MetricName].kind === kind;
}

function counterOf(name: CounterName, numbers: () => Numbers, registry: Registry): void {
  const { help, labels } = CATALOGUE[name];
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const each of numbers().counters)
        if (each.name === name) counter.inc(labelled(labels, each.labels), each.value);
    },
  });
}

function gaugeOf(name: GaugeName, numbers: () => Numbers, registry: Registry): void {
  const { help, labels } = CATALOGUE[name];
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: () => {
      gauge.reset();
      // One without labels begins at 0; what was not read is to be missing.
      if (labels.length === 0) gauge.remove();
      for (const each of numbers().gauges) if (each.name === name) gauge.set(labelled(labels, each.labels), each.value);
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
  readonly #numbers: () => Numbers;

  constructor(name: HistogramName, numbers: () => Numbers) {
    super({ name, help: CATALOGUE[name].help, labelNames: [...CATALOGUE[name].labels], registers: [] });
    this.#name = name;
    this.#numbers = numbers;
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const values = this.#numbers()
      .histograms.filter(({ name }) => name === this.#name)
      .flatMap((each) => this.#valuesOf(each));
    return { ...(await super.get()), type: HISTOGRAM, values };
  }

  #valuesOf({ labels: given, counts, sum }: HistogramNumber): MetricValueWithName<string>[] {
    const { labels: names, bounds } = CATALOGUE[this.#name];
    const labels = labelled(names, given);
    let count = 0;
    const buckets = counts.map((each, place) => {
      count += each;
      return {
        metricName: `${this.#name}_bucket`,
        labels: { ...labels, le: bounds[place] === undefined ? '+Inf' : String(bounds[place]) },
        value: count,
      };
    });
    return [
      ...buckets,
      { metricName: `${this.#name}_sum`, labels, value: sum },
      { metricName: `${this.#name}_count`, labels, value: count },
    ];
  }
}
