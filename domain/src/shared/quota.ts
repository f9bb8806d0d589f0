declare const quotaBrand: unique symbol;

/** An amount in quota units: a safe integer, 500,000 of them are 1 USD by default. May be negative where a balance or a delta is meant. */
export type Quota = number & { readonly [quotaBrand]: true };

export const ZERO: Quota = 0 as Quota;

/** A number at or above 2^53 cannot be told exactly. */
export class NotExact extends RangeError {
  override readonly name = 'NotExact';
}

/** Brands a number that must be a safe integer. Throws NotExact otherwise: of one account it is a bug, never an input error; only sums over many can be. */
export function quota(amount: number): Quota {
  if (!Number.isSafeInteger(amount)) throw new NotExact(`not an exact quota amount: ${amount}`);
  return amount as Quota;
}

export const add = (...amounts: readonly Quota[]): Quota =>
  quota(amounts.reduce((sum: number, amount) => sum + amount, 0));

export const subtract = (from: Quota, amount: Quota): Quota => quota(from - amount);

export const negate = (amount: Quota): Quota => quota(amount === 0 ? 0 : -amount);

export const minimum = (one: Quota, other: Quota): Quota => (one < other ? one : other);

export const maximum = (one: Quota, other: Quota): Quota => (one > other ? one : other);
