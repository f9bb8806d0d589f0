/** V8 takes no more entries into one Map (2^24, less some that its table keeps free). */
const MAP_ENTRIES_MAX = 16_000_000;

/** A Map of any number of entries, in the order in which they came: whole Maps one after the other. */
export class LargeMap<Key, Value> extends Map<Key, Value> {
  readonly #full: Map<Key, Value>[] = [];
  readonly #entriesMax: number;

  /** @param entriesMax of one Map; tests make it small */
  constructor(entriesMax = MAP_ENTRIES_MAX) {
    super();
    this.#entriesMax = entriesMax;
  }

  override get(key: Key): Value | undefined {
    return super.has(key) ? super.get(key) : this.#fullWith(key)?.get(key);
  }

  override has(key: Key): boolean {
    return super.has(key) || this.#fullWith(key) !== undefined;
  }

  override set(key: Key, value: Value): this {
    const full = super.has(key) ? undefined : this.#fullWith(key);
    if (full !== undefined) {
      full.set(key, value);
      return this;
    }
    if (super.size >= this.#entriesMax && !super.has(key)) {
      this.#full.push(new Map(super.entries()));
      super.clear();
    }
    return super.set(key, value);
  }

  override delete(key: Key): boolean {
    return super.delete(key) || (this.#fullWith(key)?.delete(key) ?? false);
  }

  override clear(): void {
    super.clear();
    this.#full.length = 0;
  }

  override get size(): number {
    return this.#full.reduce((sum, { size }) => sum + size, super.size);
  }

  override *entries(): MapIterator<[Key, Value]> {
    for (const full of this.#full) yield* full;
    yield* super.entries();
  }

  override *keys(): MapIterator<Key> {
    for (const [key] of this.entries()) yield key;
  }

  override *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }

  override forEach(each: (value: Value, key: Key, map: Map<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) each(value, key, this);
  }

  #fullWith(key: Key): Map<Key, Value> | undefined {
    return this.#full.find((map) => map.has(key));
  }
}
