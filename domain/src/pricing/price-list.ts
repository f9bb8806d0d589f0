import type { PriceName } from '../tariff/prices.ts';
import { PIECES, TOKENS_BY_RATIO } from '../tariff/rates.ts';
import { type Priced, type Table, type Tariff, tariffOf } from '../tariff/tariff.ts';
import { type Decimal, decimal } from './decimal.ts';

export type { PriceName };

/** USD before the group's ratio: of a million tokens or characters, else of one piece. Numbers to be shown: a charge is never reckoned from them. */
export type ListedPrices = Readonly<Partial<Record<PriceName, number>>>;

/** What a model costs, for price lists (docs/billing.md#price-of-a-model). */
type ListedModel = {
  readonly kind: Tariff['kind'];
  readonly prices: ListedPrices;
  /** All prices, from prompts of more than `above` tokens on. */
  readonly tiers: readonly { readonly above: number; readonly prices: ListedPrices }[];
  /** Nothing prices it but the ratio for all models. */
  readonly isUnpriced: boolean;
};

export function listedModel(priced: Priced): ListedModel {
  const { kind, tables, explained } = tariffOf(priced);
  const quotaPerUnit = decimal(explained.quotaPerUnit);
  const listed = (table: Table): ListedPrices => pricesOf(table, kind, quotaPerUnit);
  const [first, ...tiers] = tables;
  return {
    kind,
    prices: listed(first),
    tiers: tiers.map((table) => ({ above: table.above ?? 0, prices: listed(table) })),
    isUnpriced: explained.unpriced === true,
  };
}

const pricesOf = ({ rates }: Table, kind: Tariff['kind'], quotaPerUnit: Decimal): ListedPrices =>
  Object.fromEntries(
    Object.entries(rates)
      .filter(([name]) => kind !== 'ratio' || !TOKENS_BY_RATIO.has(name))
      .map(([name, rate]) => [name, numberOf(rate.value, quotaPerUnit, PIECES.has(name) ? 0 : 6)]),
  );

const DIGITS = 12;

/** value / quotaPerUnit x 10^power, rounded to what people can read. */
function numberOf(value: Decimal, quotaPerUnit: Decimal, power: number): number {
  const quotient =
    (Number(value.units) / Number(quotaPerUnit.units)) * 10 ** (power + quotaPerUnit.scale - value.scale);
  return Number(quotient.toPrecision(DIGITS));
}
