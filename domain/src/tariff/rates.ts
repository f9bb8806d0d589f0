import { type Decimal, decimal, times } from '../pricing/decimal.ts';
import type { FactorName } from './explanation.ts';
import { PIECE_NAMES, type PriceName, type Prices } from './prices.ts';
import type { UsagePart } from './usage-parts.ts';

/** A factor of a line by its name, a decimal as text. */
export type Factor = readonly [name: FactorName, text: string];

/** What a single token or piece costs: `value` in quota units before the group's ratio, and the factors that say so. */
export type Rate = { readonly value: Decimal; readonly factors: Readonly<Partial<Record<FactorName, string>>> };

export type Factors = Readonly<Partial<Record<PriceName, readonly Factor[]>>>;

export type TokenName = 'input' | 'output' | UsagePart;

const MILLIONTH: Decimal = { units: 1n, scale: 6 };

/** `quotaPerUnit`: quota units of 1 USD. Throws RangeError for a factor that is no decimal. */
export function rateOf(factors: readonly Factor[], quotaPerUnit: Decimal): Rate {
  let value: Decimal = { units: 1n, scale: 0 };
  for (const factor of factors) value = times(value, factorValue(factor, quotaPerUnit));
  return { value, factors: Object.fromEntries(factors) };
}

/** What a factor multiplies by (docs/billing.md#lines). */
export function factorValue([name, text]: readonly [name: string, text: string], quotaPerUnit: Decimal): Decimal {
  if (name === 'price' || name === 'model_price') return times(decimal(text), quotaPerUnit);
  if (name === 'per_million') return times(times(decimal(text), quotaPerUnit), MILLIONTH);
  return decimal(text);
}

/** What has a price of one, not of a million. */
export const PIECES: ReadonlySet<string> = new Set(PIECE_NAMES);

/** With a ratio these count as tokens, and have no price of their own. */
export const TOKENS_BY_RATIO: ReadonlySet<string> = new Set<PriceName>(['character', 'second']);

/** `prices` over `factors`, member by member. */
export function withPrices(factors: Factors, prices: Prices | undefined): Factors {
  if (prices === undefined) return factors;
  const all: Partial<Record<PriceName, readonly Factor[]>> = { ...factors };
  for (const [name, price] of Object.entries(prices) as [PriceName, string][])
    all[name] = [[PIECES.has(name) ? 'price' : 'per_million', price]];
  return all;
}

/** What a part without a price of its own costs as (docs/billing.md#parts). */
const COSTS_AS: Readonly<Record<UsagePart, TokenName>> = {
  cachedRead: 'input',
  cachedAudio: 'cachedRead',
  cachedWrite: 'input',
  cachedWrite1h: 'cachedWrite',
  audioInput: 'input',
  imageInput: 'input',
  videoInput: 'input',
  reasoning: 'output',
  audioOutput: 'output',
  imageOutput: 'output',
};

/** The name under which tokens of `name` have a price; undefined: they cost nothing. */
export function pricedAs(factors: Factors, name: TokenName): TokenName | undefined {
  let found = name;
  while (factors[found] === undefined) {
    if (found === 'input' || found === 'output') return undefined;
    found = COSTS_AS[found];
  }
  return found;
}
