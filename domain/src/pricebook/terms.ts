import { type Decimal, decimal, decimalText, times } from '../pricing/decimal.ts';
import { entry } from '../pricing/lookup.ts';
import type { Basis } from '../tariff/basis.ts';
import type { Prices, Ratios, Services, Tier } from '../tariff/prices.ts';
import { type Factor, type Factors, PIECES, rateOf, TOKENS_BY_RATIO } from '../tariff/rates.ts';
import { PRICE_BOOK_2_MEMBERS, type PriceBook } from './events.ts';

/** What a model costs, in USD of decimal text: of a million tokens or characters, else of a piece. */
export type Terms = {
  readonly prices: Prices;
  readonly tiers?: readonly Tier[] | undefined;
  readonly services?: Services | undefined;
  /** Of a search by the name of its tool. */
  readonly searchTools?: Ratios | undefined;
};

/** What the catalogue says beside them is no price; empty is as good as not stated. */
export const listedTerms = ({ prices, tiers = [], services = {}, searchTools = {} }: Terms): Terms => ({
  prices,
  ...(tiers.length === 0 ? {} : { tiers }),
  ...(Object.keys(services).length === 0 ? {} : { services }),
  ...(Object.keys(searchTools).length === 0 ? {} : { searchTools }),
});

export const ownFactors = ({ kind, factors }: Basis): Factors =>
  kind === 'ratio'
    ? Object.fromEntries(Object.entries(factors).filter(([name]) => !TOKENS_BY_RATIO.has(name)))
    : factors;

/** What a basis comes to in USD: as it is written where that is a price, else to 12 places. */
export const termsOf = (basis: Basis, quotaPerUnit: Decimal): Terms =>
  listedTerms({
    prices: Object.fromEntries(
      Object.entries(ownFactors(basis)).map(([name, factors]) => [name, dollarsOf(name, factors, quotaPerUnit)]),
    ),
    tiers: basis.tiers,
    services: basis.services,
    searchTools: basis.searchTools,
  });

export const dollarsOf = (name: string, factors: readonly Factor[], quotaPerUnit: Decimal): string =>
  statedPrice(factors) ??
  dollars(rateOf(factors, quotaPerUnit).value, quotaPerUnit, PIECES.has(name) ? 0 : TOKENS_DIGITS);

const PRICES_ALONE: ReadonlySet<string> = new Set<Factor[0]>(['price', 'model_price', 'per_million']);

function statedPrice(factors: readonly Factor[]): string | undefined {
  const [first, ...others] = factors;
  return first !== undefined && others.length === 0 && PRICES_ALONE.has(first[0])
    ? decimalText(decimal(first[1]))
    : undefined;
}

/** Prices of tokens are of 10^6. */
const TOKENS_DIGITS = 6;
/** Digits behind the point of what may not come out even. */
const SHOWN_DIGITS = 12;

function dollars(value: Decimal, quotaPerUnit: Decimal, digits: number): string {
  const { units, scale } = times(value, { units: 10n ** BigInt(digits + SHOWN_DIGITS + quotaPerUnit.scale), scale: 0 });
  const divisor = quotaPerUnit.units * 10n ** BigInt(scale);
  return decimalText({ units: (units * 2n + divisor) / (divisor * 2n), scale: SHOWN_DIGITS });
}

/** Of number 2, what says nothing of a single model. */
const OF_ALL = ['currency', 'startsAtMs', 'builtIn', 'rules'] as const;
type Member2 = (typeof PRICE_BOOK_2_MEMBERS)[number];
const isOfModel = (member: Member2): member is Exclude<Member2, (typeof OF_ALL)[number]> =>
  !OF_ALL.some((other) => other === member);

/** Members of a book that price a model by its name. */
const OF_MODEL = [
  'modelRatio',
  'modelPrice',
  'completionRatio',
  ...PRICE_BOOK_2_MEMBERS.filter(isOfModel),
] as const satisfies readonly (keyof PriceBook)[];

/** The members of the book that have an entry under the model's own name. */
export const entriesOf = (book: PriceBook, model: string): readonly (typeof OF_MODEL)[number][] =>
  OF_MODEL.filter((member) => entry<unknown>(book[member], model) !== undefined);
