import { CATALOGUE, type CounterName, type GaugeName, type HistogramName } from './catalogue.ts';
import { SERIES_MAX, WATCH_LIMIT_MS } from './limits.ts';
import { Count, type Labelled, Series, Spread } from './series.ts';

/** Says one number of a scrape. */
export type Say = (gauge: GaugeName, value: number, ...labels: readonly string[]) => void;
/** What a part of the process is asked at each scrape. */
export type Watched = (say: Say) => void | Promise<void>;

export type Reading = { readonly gauge: GaugeName; readonly value: number; readonly labels: readonly string[] };

/** The numbers of one process. Counting adds to plain numbers; everything else is asked for when somebody scrapes. */
export class ProcessMetrics {
  readonly #counters = new Map<CounterName, Series<Count>>();
  readonly #histograms = new Map<HistogramName, Series<Spread>>();
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

  counts(name: CounterName): Iterable<Labelled<Count>> {
    return this.#counters.get(name)?.all() ?? [];
  }

  spreads(name: HistogramName): Iterable<Labelled<Spread>> {
    return this.#histograms.get(name)?.all() ?? [];
  }

  /** Everything that is asked only now. Never rejects, and ends within WATCH_LIMIT_MS. */
  async readings(limitMs = WATCH_LIMIT_MS): Promise<readonly Reading[]> {
    return (await Promise.all(this.#watched.map((each) => this.#readingsOf(each, limitMs)))).flat();
  }

  async #readingsOf({ part, read }: { readonly part: string; readonly read: Watched }, limitMs: number): Promise<readonly Reading[]> {
    const said: Reading[] = [];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => { timer = setTimeout(() => reject(new Error('late')), limitMs); });
    try {
      await Promise.race([(async () => read((gauge, value, ...labels) => said.push({ gauge, value, labels })))(), late]);
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
