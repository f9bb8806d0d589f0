/** What others may spend: `held` back from what is handed out next, or `beside` it. */
export type HandedOut = { readonly held: number; readonly beside: number };

/**
 * What may be spent, of a balance or of a token's limit, and how far below zero it may go. The bound is that of docs/ledger.md#how-a-balance-is-not-oversold:
 * what charges exceed their reservations by, late records, and after a debit what had been handed out before it: all open leases, and once its recall is
 * handled only what running requests have reserved.
 */
export class Purse {
  readonly #name: string;
  #limit: number;
  #used = 0;
  #floor = 0;
  /** Charged above reservations or late since the last debit. */
  #beyond = 0;
  #debits = 0;

  constructor(name: string, limit: number) {
    this.#name = name;
    this.#limit = limit;
  }

  get rest(): number {
    return this.#limit - this.#used;
  }

  get used(): number {
    return this.#used;
  }

  /** How many debits there have been: whoever recalls compares it before and after. */
  get debits(): number {
    return this.#debits;
  }

  add(amount: number): void {
    this.#limit += amount;
  }

  limitedTo(limit: number): void {
    this.#limit = limit;
  }

  /** A limit that stands in the ledger, and that the directory has replaced already: it may be spent until the newer one stands there too. */
  raisedTo(limit: number): void {
    this.#limit = Math.max(this.#limit, limit);
  }

  /** Something was taken away while this could still be spent. */
  debited(handedOut: HandedOut): void {
    this.#debits += 1;
    this.#beyond = handedOut.beside;
    this.#bound({ held: handedOut.held, beside: 0 });
  }

  /**
   * The recall after a debit is over: of what was handed out before, only this may still be spent. What has been charged beyond since the debit
   * may have been handed out again before that was known, so it still counts.
   */
  recalled(debits: number, handedOut: HandedOut): void {
    if (debits === this.#debits) this.#bound(handedOut);
  }

  /** `beyond` of the amount is nobody's to prevent. Answers what is wrong, if anything is. */
  spend(amount: number, beyond: number): string | undefined {
    this.#used += amount;
    this.#beyond += beyond;
    if (this.rest >= this.#floor - this.#beyond) return undefined;
    return `${this.#name} is oversold: ${this.rest}, where ${this.#floor - this.#beyond} is the least`;
  }

  #bound({ held, beside }: HandedOut): void {
    this.#floor = Math.min(0, this.rest - held) - beside;
  }
}

/** The purse of `key`; a new one of this name and rest when there is none. */
export function purseOf<Key>(purses: Map<Key, Purse>, key: Key, name: string, rest: number): Purse {
  const known = purses.get(key);
  if (known !== undefined) return known;
  const fresh = new Purse(name, rest);
  purses.set(key, fresh);
  return fresh;
}
