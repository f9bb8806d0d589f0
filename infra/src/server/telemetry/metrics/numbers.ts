import { z } from 'zod';
import {
  CATALOGUE,
  type CounterName,
  type GaugeName,
  type HistogramName,
  type MetricName,
  type MetricSpec,
} from './catalogue.ts';

const isOf = <Name extends MetricName>(kind: MetricSpec['kind']) =>
  z.custom<Name>(
    (name) => typeof name === 'string' && Object.hasOwn(CATALOGUE, name) && CATALOGUE[name as MetricName].kind === kind,
  );
const labels = z.array(z.string());

/** Everything that a process has to say at one moment, as it goes from one process to another. */
export const numbersSchema = z.object({
  counters: z.array(z.object({ name: isOf<CounterName>('counter'), labels, value: z.number() })),
  histograms: z.array(
    z.object({ name: isOf<HistogramName>('histogram'), labels, counts: z.array(z.number()), sum: z.number() }),
  ),
  gauges: z.array(z.object({ name: isOf<GaugeName>('gauge'), labels, value: z.number() })),
});
export type Numbers = z.infer<typeof numbersSchema>;
export type HistogramNumber = Numbers['histograms'][number];
export type GaugeNumber = Numbers['gauges'][number];

export const NO_NUMBERS: Numbers = { counters: [], histograms: [], gauges: [] };

/** Of several processes: counted things are added up, and so are gauges, but for those of which the catalogue says that the greatest speaks for all. */
export function together(all: readonly Numbers[]): Numbers {
  return {
    counters: joined(
      all.flatMap(({ counters }) => counters),
      (one, other) => ({ ...one, value: one.value + other.value }),
    ),
    histograms: joined(
      all.flatMap(({ histograms }) => histograms),
      (one, other) => ({
        ...one,
        counts: one.counts.map((count, place) => count + (other.counts[place] ?? 0)),
        sum: one.sum + other.sum,
      }),
    ),
    gauges: joined(
      all.flatMap(({ gauges }) => gauges),
      (one, other) => ({
        ...one,
        value: isGreatest(one.name) ? Math.max(one.value, other.value) : one.value + other.value,
      }),
    ),
  };
}

function isGreatest(name: GaugeName): boolean {
  const spec: MetricSpec = CATALOGUE[name];
  return spec.several === 'greatest';
}

function joined<Each extends { readonly name: string; readonly labels: readonly string[] }>(
  all: readonly Each[],
  join: (one: Each, other: Each) => Each,
): Each[] {
  const found = new Map<string, Each>();
  for (const each of all) {
    const key = [each.name, ...each.labels].join('\0');
    const known = found.get(key);
    found.set(key, known === undefined ? each : join(known, each));
  }
  return [...found.values()];
}

/** The numbers of processes that tell theirs to this one. What one has counted stays when it ends: a total never goes back. */
export class NumbersOfOthers {
  readonly #latest = new Map<string, Numbers>();
  #gone = NO_NUMBERS;

  hear(process: string, numbers: Numbers): void {
    this.#latest.set(process, numbers);
  }

  left(process: string): void {
    const last = this.#latest.get(process);
    if (last === undefined) return;
    this.#latest.delete(process);
    this.#gone = together([this.#gone, { ...last, gauges: [] }]);
  }

  all(): readonly Numbers[] {
    return [this.#gone, ...this.#latest.values()];
  }
}
