import type { Ledger, MovableEvent } from './ledger.ts';

/** Events at the same places of two ledgers; `undefined` where one of them has ended. */
export type Pair = readonly [one: MovableEvent | undefined, other: MovableEvent | undefined];

/** Reads two ledgers beside each other to the end of the longer one, as many events at a time as both have at hand. */
export async function* sideBySide(one: Ledger, other: Ledger): AsyncGenerator<readonly Pair[]> {
  const [left, right] = [new Reading(one), new Reading(other)];
  try {
    for (;;) {
      const [ones, others] = await Promise.all([left.atHand(), right.atHand()]);
      const count =
        ones.length === 0 || others.length === 0
          ? Math.max(ones.length, others.length)
          : Math.min(ones.length, others.length);
      if (count === 0) return;
      yield Array.from({ length: count }, (_, index) => [ones[index], others[index]] as const);
      left.passed(count);
      right.passed(count);
    }
  } finally {
    await Promise.all([left.end(), right.end()]);
  }
}

class Reading {
  readonly #pages: AsyncIterator<readonly MovableEvent[]>;
  #events: readonly MovableEvent[] = [];
  #isOver = false;

  constructor(ledger: Ledger) {
    this.#pages = ledger.pages()[Symbol.asyncIterator]();
  }

  /** At least one event, unless the ledger is over. */
  async atHand(): Promise<readonly MovableEvent[]> {
    while (this.#events.length === 0 && !this.#isOver) {
      const next = await this.#pages.next();
      this.#isOver = next.done === true;
      this.#events = next.done === true ? [] : next.value;
    }
    return this.#events;
  }

  passed(count: number): void {
    this.#events = this.#events.slice(count);
  }

  async end(): Promise<void> {
    await this.#pages.return?.();
  }
}
