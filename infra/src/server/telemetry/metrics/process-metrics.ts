import { CATALOGUE, type CounterName, type GaugeName, type HistogramName } from './catalogue.ts';
import { SERIES_MAX, WATCH_LIMIT_MS } from './limits.ts';
import { type GaugeNumber, type Numbers, NumbersOfOthers, together } from './numbers.ts';
import { Count, Series, Spread } from './series.ts';

/** Says one number of a scrape. */
export type Say = (gauge: GaugeName, value: number, ...labels: readonly string[]) => void;
/** What a part of the process is asked at each scrape. */
export type Watched = (say: Say) => void | Promise<void>;

/** The numbers of one process. Counting adds to plain numbers; everything else is asked for when somebody scrapes. */
export class ProcessMetrics {
  readonly #counters = new Map<CounterName, Series<Count>>();
  readonly #histograms = new Map<HistogramName, Series<Spread>>();
  /** Of processes that this one has forked. */
  readonly others = new NumbersOfOthers();
  readonly #watched: { readonly part: string; readonly read: Watched }[] = [];

  /** Handles of a counter by its labels' values, in the catalogue's order. */
  counter(name: CounterName): Series<Count> {
    return kept(this.#counters, name, () => new Series(SERIES_MAX, () => new Count()));
  }

  histogram(name: HistogramName): Series<Spread> {
    return kept(this.#histograms, name, () => new Series(SERIES_MAX, () => new Spread(CATALOGUE[name].bounds)));
  }

  /** From now on `read` is asked at each scrape. What it says is missing when it throws or is late. */
  watch(part: string, read: Watched): void {
    this.#watched.push({ part, read });
  }

  /** Of this process alone, as of now. Never rejects, and ends within the limit. */
  async own(limitMs = WATCH_LIMIT_MS): Promise<Numbers> {
    const gauges = (await Promise.all(this.#watched.map((each) => this.#gaugesOf(each, limitMs)))).flat();
    const counters = [...this.#counters].flatMap(([name, series]) =>
      [...series.all()].map(({ labels, value: { value } }) => ({ name, labels: [...labels], value })),
    );
    const histograms = [...this.#histograms].flatMap(([name, series]) =>
      [...series.all()].map(({ labels, value: { counts, sum } }) => ({
        name,
        labels: [...labels],
        counts: [...counts],
        sum,
      })),
    );
    return { counters, histograms, gauges };
  }

  /** With those of the others. */
  async all(limitMs = WATCH_LIMIT_MS): Promise<Numbers> {
    return together([await this.own(limitMs), ...this.others.all()]);
  }

  async #gaugesOf(
    { part, read }: { readonly part: string; readonly read: Watched },
    limitMs: number,
  ): Promise<readonly GaugeNumber[]> {
    const said: GaugeNumber[] = [];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('late')), limitMs);
    });
    try {
      await Promise.race([
        (async () => read((name, value, ...labels) => said.push({ name, value, labels: [...labels] })))(),
        late,
      ]);
      return said;
    } catch {
      this.counter('ledgate_scrape_failures_total').of(part).add();
      return [];
    } finally {
      clearTimeout(timer);
    }
  }
}

function kept<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
