/**
 * Sums of the accounts that come first in an order, so many at most: what does not fit is left for another reading, so that memory stays flat however many
 * accounts there are.
 */
export class SmallestSums<Key extends string | number, Sum> {
  readonly #compare: (one: Key, other: Key) => number;
  readonly #max: number;
  #sums = new Map<Key, Sum>();
  /** From here on nothing is kept any more. */
  #limit: Key | undefined;

  constructor(compare: (one: Key, other: Key) => number, max: number) {
    this.#compare = compare;
    this.#max = max;
  }

  /** Where `key` is among those that are kept. */
  add(key: Key, first: () => Sum, change: (sum: Sum) => Sum): void {
    if (this.#limit !== undefined && this.#compare(key, this.#limit) >= 0) return;
    this.#sums.set(key, change(this.#sums.get(key) ?? first()));
    if (this.#sums.size >= 2 * this.#max) this.#leaveOut();
  }

  /** In their order. */
  sorted(): readonly (readonly [Key, Sum])[] {
    if (this.#sums.size > this.#max) this.#leaveOut();
    return this.#inOrder();
  }

  /** Whether accounts were left out, all of them behind those that are kept. */
  get isCut(): boolean {
    return this.#limit !== undefined;
  }

  #leaveOut(): void {
    const sorted = this.#inOrder();
    this.#limit = sorted[this.#max]?.[0];
    this.#sums = new Map(sorted.slice(0, this.#max));
  }

  #inOrder(): [Key, Sum][] {
    return [...this.#sums].sort(([one], [other]) => this.#compare(one, other));
  }
}
