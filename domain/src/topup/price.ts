import { CREDIT_MAX } from '../account/limits.ts';
import { type Decimal, decimal, decimalText } from '../pricing/decimal.ts';
import { type Quota, quota } from '../shared/quota.ts';
import type { Decision } from '../shared/result.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { TopUpTerms } from './events.ts';

/** What an order is reckoned by when it is made (docs/behaviour.md#top-up); decimals as options tell them. */
export type TopUpPrices = {
  /** Whether amounts are told in US dollars, else in quota units. */
  readonly inCurrency: boolean;
  /** Decimal: quota units a dollar. */
  readonly quotaPerUnit: string;
  /** Decimal: money a dollar of credit. */
  readonly price: string;
  /** Decimal: of the payer's group; undefined or zero: 1. */
  readonly ratio: string | undefined;
  /** Whole dollars. */
  readonly minimumUnits: number;
};

/** What is credited, and what is to be paid for it in the currency's minor unit. */
export type PricedTopUp = {
  readonly ok: true;
  readonly amount: Quota;
  readonly moneyMinor: number;
  readonly terms: TopUpTerms;
};

type Refused = Extract<Decision<never>, { readonly ok: false }>;

const MINOR_PER_MONEY = 100n;
const FIELD = 'amount';
/** What is to be paid at most, in the minor unit: sums of orders stay exact. */
const MONEY_MINOR_MAX = 10n ** 14n;

/**
 * Reckons an order of `asked` dollars or quota units, exactly, each number rounded half up once at the end. Refuses what is not whole, below the minimum,
 * not worth 0.01 or too large, naming `amount`.
 */
export function pricedTopUp(asked: number, prices: TopUpPrices): PricedTopUp | Refused {
  if (!Number.isInteger(asked)) return refused({ code: 'amount_not_whole', field: FIELD });
  const { inCurrency, minimumUnits } = prices;
  const [perUnit, price] = [decimal(prices.quotaPerUnit), decimal(prices.price)];
  const ratio = ratioOf(prices.ratio);
  const largest = largestOf({ inCurrency, perUnit, price, ratio });
  const tooLarge = refused({ code: 'amount_too_large', field: FIELD, maximum: largest });
  if (asked > Number.MAX_SAFE_INTEGER) return tooLarge;
  const minimum = inCurrency ? BigInt(minimumUnits) : halfUp(scaled(perUnit, BigInt(minimumUnits)));
  if (asked <= 0 || BigInt(asked) < minimum)
    return refused({ code: 'amount_too_small', field: FIELD, minimum: Number(minimum > 0n ? minimum : 1n) });

  const amount = inCurrency ? halfUp(scaled(perUnit, BigInt(asked))) : BigInt(asked);
  const money = halfUp(moneyOf(BigInt(asked), { inCurrency, perUnit, price, ratio }));
  if (amount > BigInt(CREDIT_MAX) || money > MONEY_MINOR_MAX) return tooLarge;
  if (amount < 1n || money < 1n) return refused({ code: 'money_too_small', field: FIELD });
  return {
    ok: true,
    amount: quota(Number(amount)),
    moneyMinor: Number(money),
    terms: {
      units: inCurrency ? asked : Number(wholeUnits(BigInt(asked), perUnit)),
      quotaPerUnit: decimalText(perUnit),
      price: decimalText(price),
      ratio: decimalText(ratio),
    },
  };
}

const refused = (refusal: Refusal): Refused => ({ ok: false, refusal });

/** An exact fraction of whole numbers; the lower one is above zero. */
type Fraction = { readonly over: bigint; readonly under: bigint };

const ONE: Decimal = { units: 1n, scale: 0 };
const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

function ratioOf(text: string | undefined): Decimal {
  if (text === undefined) return ONE;
  const ratio = decimal(text);
  return ratio.units === 0n ? ONE : ratio;
}

const scaled = ({ units, scale }: Decimal, by: bigint): Fraction => ({ over: units * by, under: powerOfTen(scale) });

type Terms = {
  readonly inCurrency: boolean;
  readonly perUnit: Decimal;
  readonly price: Decimal;
  readonly ratio: Decimal;
};

function moneyOf(asked: bigint, { inCurrency, perUnit, price, ratio }: Terms): Fraction {
  const over = asked * price.units * ratio.units * MINOR_PER_MONEY;
  const under = powerOfTen(price.scale + ratio.scale);
  return inCurrency ? { over, under } : { over: over * powerOfTen(perUnit.scale), under: under * perUnit.units };
}

const halfUp = ({ over, under }: Fraction): bigint => (2n * over + under) / (2n * under);

const wholeUnits = (asked: bigint, perUnit: Decimal): bigint => (asked * powerOfTen(perUnit.scale)) / perUnit.units;

/** What is neither credited nor paid beyond the bounds of either. */
function largestOf(terms: Terms): number {
  const credit = terms.inCurrency ? wholeUnits(BigInt(CREDIT_MAX), terms.perUnit) : BigInt(CREDIT_MAX);
  const one = moneyOf(1n, terms);
  if (one.over === 0n) return Number(credit);
  const paid = (MONEY_MINOR_MAX * one.under) / one.over;
  return Number(paid < credit ? paid : credit);
}
