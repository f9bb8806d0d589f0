/** A bounded queue from callbacks to a loop: who puts waits for room, who takes waits for items. */
export class Handoff<Item> {
  readonly #items: Item[] = [];
  readonly #max: number;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  readonly #waiting = new Set<() => void>();
  #takenMs = performance.now();

  constructor(max: number) {
    this.#max = max;
  }

  get full(): boolean {
    return this.#items.length >= this.#max;
  }

  /** Since somebody took an item or asked for one. */
  get untakenMs(): number {
    return performance.now() - this.#takenMs;
  }

  /** False when nobody takes any more. `waiting` is called at least every `everyMs` while there is no room; what it throws is thrown on. */
  async put(item: Item, waiting: () => Promise<void>, everyMs: number): Promise<boolean> {
    while (this.full && !this.#over()) {
      await this.#change(everyMs);
      await waiting();
    }
    if (this.#over()) return false;
    this.#items.push(item);
    this.#wake();
    return true;
  }

  /** Ends the loop at once, with what `error` says. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *taken(): AsyncGenerator<Item> {
    while (!this.#ended) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const item = this.#items.shift();
      this.#takenMs = performance.now();
      if (item === undefined) {
        await this.#change(undefined);
        continue;
      }
      this.#wake();
      yield item;
    }
  }

  #over(): boolean {
    return this.#ended || this.#failure !== undefined;
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
  }

  /** Ends when something has changed, or after so long. */
  async #change(timeoutMs: number | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        resolve();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(resume, timeoutMs);
      this.#waiting.add(resume);
    });
  }
}
