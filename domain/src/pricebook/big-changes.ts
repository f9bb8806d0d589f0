import { decimal, decimalText, times } from '../pricing/decimal.ts';
import { groupRatioOf } from '../pricing/lookup.ts';
import { basisOf } from '../tariff/basis.ts';
import type { PriceName, Prices, Service } from '../tariff/prices.ts';
import { PIECES, pricedAs, type TokenName } from '../tariff/rates.ts';
import type { Prices as PublishedPrices } from './catalogue-stream.ts';
import { modelsNamed } from './price-table.ts';
import { type Terms, termsOf } from './terms.ts';

/** A price that changes by more than half, in USD; null: nothing is charged for it. */
export type BigChange = {
  readonly what: PriceName;
  /** Of prompts of more tokens than that. */
  readonly above?: number | undefined;
  /** A service tier, or a tool that searches, whose price it is. */
  readonly of?: string | undefined;
  readonly before: string | null;
  readonly after: string | null;
};

/** Of a whole book: also a group's ratio, and the quota units of 1 USD. */
export type BigChangeOfBook = Omit<BigChange, 'what'> & {
  readonly what: BookFigure | PriceName;
  /** The model, or the group; undefined: all of them. */
  readonly name?: string | undefined;
};
export const BOOK_FIGURES = ['quotaPerUnit', 'groupRatio'] as const;
type BookFigure = (typeof BOOK_FIGURES)[number];

/** What changes by more than half, up or down, and is asked about before it is published (docs/console.md#price-book). */
export function bigChanges(before: Terms, after: Terms): readonly BigChange[] {
  const tiers = [...new Set([...(before.tiers ?? []), ...(after.tiers ?? [])].map(({ above }) => above))];
  return [
    ...between(before.prices, after.prices, [before.prices, after.prices]),
    ...tiers
      .toSorted((one, other) => one - other)
      .flatMap((above) => {
        const [old, now] = [tierOf(before, above), tierOf(after, above)];
        return between({ ...before.prices, ...old }, { ...after.prices, ...now }, [old, now]).map((change) => ({
          ...change,
          above,
        }));
      }),
    ...ofServices(before, after),
    ...ofSearchTools(before, after),
  ];
}

/**
 * What changes so from one book to the other, of each model by what it costs, wherever that comes from; first what holds for all. A model that nothing prices
 * any more is taken to cost the ratio of all those; one that nothing has priced so far has no figure to be compared with.
 */
export function bigChangesOfBook(before: PublishedPrices, after: PublishedPrices): readonly BigChangeOfBook[] {
  const [old, now] = [before.book, after.book];
  const units = { what: 'quotaPerUnit' as const, before: old.quotaPerUnit, after: now.quotaPerUnit };
  const groups = [...new Set([old, now].flatMap(({ groupRatio }) => Object.keys(groupRatio)))].map((name) => ({
    what: 'groupRatio' as const,
    name,
    before: groupRatioOf(old, name),
    after: groupRatioOf(now, name),
  }));
  const models = [...new Set([before, after].flatMap(modelsNamed))].sort();
  return [
    ...[units, ...groups].filter((change) => isByMoreThanHalf(change.before, change.after)),
    ...models.flatMap((name) => {
      const was = pricedTerms(before, name);
      return was === undefined ? [] : bigChanges(was, soldTerms(after, name)).map((change) => ({ ...change, name }));
    }),
  ];
}

const ofModel = ({ book, catalogue }: PublishedPrices, model: string) => basisOf({ book, model }, undefined, catalogue);
const soldTerms = (prices: PublishedPrices, model: string): Terms =>
  termsOf(ofModel(prices, model), decimal(prices.book.quotaPerUnit));
const pricedTerms = (prices: PublishedPrices, model: string): Terms | undefined =>
  ofModel(prices, model).isUnpriced ? undefined : soldTerms(prices, model);

const tierOf = ({ tiers = [] }: Terms, above: number): Prices =>
  tiers.findLast((tier) => tier.above === above)?.prices ?? {};

/** Of service tiers that are sold before and after. */
const ofServices = (before: Terms, after: Terms): readonly BigChange[] =>
  Object.entries(after.services ?? {}).flatMap(([of, now]) => {
    const old = before.services?.[of];
    if (old === undefined) return [];
    const served: readonly [Prices, Prices] = [inService(before.prices, old), inService(after.prices, now)];
    const stated: readonly [Prices, Prices] = [old.prices ?? served[0], now.prices ?? served[1]];
    return between(...served, stated).map((change) => ({ ...change, of }));
  });

const inService = (prices: Prices, { prices: own, ratio = '1' }: Service): Prices =>
  Object.fromEntries(
    Object.entries({ ...prices, ...own }).map(([name, price]) => [
      name,
      decimalText(times(decimal(price), decimal(ratio))),
    ]),
  );

/** A tool without a price of its own searches at the model's. */
function ofSearchTools(before: Terms, after: Terms): readonly BigChange[] {
  const [old, now] = [before.searchTools ?? {}, after.searchTools ?? {}];
  return Object.keys({ ...old, ...now }).flatMap((of) => {
    const change = { before: old[of] ?? before.prices.search ?? null, after: now[of] ?? after.prices.search ?? null };
    const isSold = change.before !== null && change.after !== null;
    return isSold && isByMoreThanHalf(change.before, change.after) ? [{ what: 'search' as const, of, ...change }] : [];
  });
}

/** Of what either of the two states. */
function between(before: Prices, after: Prices, stated: readonly [Prices, Prices]): readonly BigChange[] {
  const names = new Set(stated.flatMap((prices) => Object.keys(prices) as PriceName[]));
  return [...names]
    .map((what) => ({ what, before: costOf(before, what) ?? null, after: costOf(after, what) ?? null }))
    .filter((change) => isByMoreThanHalf(change.before, change.after));
}

/** A part without a price of its own costs as what it lies in. */
function costOf(prices: Prices, name: PriceName): string | undefined {
  if (PIECES.has(name) || name === 'character') return prices[name];
  const asFactors = Object.fromEntries(Object.keys(prices).map((stated) => [stated, []]));
  const found = pricedAs(asFactors, name as TokenName);
  return found === undefined ? undefined : prices[found];
}

/** Above one and a half of the old figure or below half of it; what cost nothing and costs something, and the other way round. */
export function isByMoreThanHalf(before: string | null, after: string | null): boolean {
  const [old, now] = [decimal(before ?? '0'), decimal(after ?? '0')];
  const [left, right] = [now.units * 10n ** BigInt(old.scale), old.units * 10n ** BigInt(now.scale)];
  return left * 2n > right * 3n || left * 2n < right;
}
