/** Looks in the time that something may stand still: it is found at most a quarter later than it should be. */
const LOOKS = 4;

/** What may stand still. `movedMs`: when it last moved, by `performance.now()`. */
export type Watched = { movedMs: number; stoodStill(): void };

/**
 * Ends what has not moved for `maxMs` milliseconds, at most a quarter later. One timer looks after all of them: setting one for each request costs more
 * than reading its body.
 */
export class Standstill {
  readonly maxMs: number;
  readonly #watched = new Set<Watched>();
  #looking: NodeJS.Timeout | undefined;
  #wasEmpty = false;

  constructor(maxMs: number) {
    this.maxMs = maxMs;
  }

  watch(watched: Watched): void {
    watched.movedMs = performance.now();
    this.#watched.add(watched);
    this.#looking ??= setInterval(() => this.#look(), this.maxMs / LOOKS).unref();
  }

  /** Also of what was not watched. */
  leave(watched: Watched): void {
    this.#watched.delete(watched);
  }

  #look(): void {
    const before = performance.now() - this.maxMs;
    for (const watched of this.#watched) {
      if (watched.movedMs > before) continue;
      this.#watched.delete(watched);
      watched.stoodStill();
    }
    this.#endWhenIdle();
  }

  /** Not as soon as it is empty: under load it is between any two requests. */
  #endWhenIdle(): void {
    const isEmpty = this.#watched.size === 0;
    if (isEmpty && this.#wasEmpty) {
      clearInterval(this.#looking);
      this.#looking = undefined;
    }
    this.#wasEmpty = isEmpty;
  }
}
