/** The label value of everything beyond a metric's limit. */
export const OTHER = 'other';

/** A number that only grows. */
export class Count {
  value = 0;

  add(by = 1): void {
    this.value += by;
  }
}

/** How values are distributed: how many lie at or below each bound and above the one before it, how many lie above all, and their sum. */
export class Spread {
  readonly bounds: readonly number[];
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds, counts } = this;
    let place = 0;
    while (place < bounds.length && value > (bounds[place] ?? 0)) place += 1;
    counts[place] = (counts[place] ?? 0) + 1;
    this.sum += value;
  }
}

type Labelled<Value> = { readonly labels: readonly string[]; readonly value: Value };

/** One metric's values by its labels' values. At most `seriesMax` of them: what would be one more is counted with every label `other`. */
export class Series<Value> {
  readonly #made = new Map<string, Labelled<Value>>();
  readonly #make: () => Value;
  readonly #seriesMax: number;

  constructor(seriesMax: number, make: () => Value) {
    this.#make = make;
    this.#seriesMax = seriesMax;
  }

  /** A handle: ask once and keep it where it is used often. */
  of(...labels: readonly string[]): Value {
    const known = this.#made.get(labels.join('\0'));
    if (known !== undefined) return known.value;
    if (this.#made.size < this.#seriesMax) return this.#add(labels);
    const others = labels.map(() => OTHER);
    return this.#made.get(others.join('\0'))?.value ?? this.#add(others);
  }

  all(): Iterable<Labelled<Value>> {
    return this.#made.values();
  }

  #add(labels: readonly string[]): Value {
    const value = this.#make();
    this.#made.set(labels.join('\0'), { labels, value });
    return value;
  }
}

/** Handles by a key that callers have at hand. Keys beyond the limit share the handle of `other`. */
export class Handles<Key, Handle> {
  readonly #known = new Map<Key, Handle>();
  readonly #make: (label: string) => Handle;
  readonly #keysMax: number;
  #others: Handle | undefined;

  constructor(keysMax: number, make: (label: string) => Handle) {
    this.#make = make;
    this.#keysMax = keysMax;
  }

  of(key: Key): Handle {
    return this.#known.get(key) ?? this.#first(key);
  }

  #first(key: Key): Handle {
    if (this.#known.size >= this.#keysMax) return (this.#others ??= this.#make(OTHER));
    const made = this.#make(String(key));
    this.#known.set(key, made);
    return made;
  }
}
