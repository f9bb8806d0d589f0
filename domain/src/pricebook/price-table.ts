import { decimal } from '../pricing/decimal.ts';
import { entry, modelEntry } from '../pricing/lookup.ts';
import { type Basis, basisOf } from '../tariff/basis.ts';
import { arePrices } from '../tariff/prices.ts';
import type { Prices } from './catalogue-stream.ts';
import type { PriceBook } from './events.ts';
import type { PriceSource } from './kinds.ts';
import { entriesOf, listedTerms, type Terms, termsOf } from './terms.ts';

/** A model that a book prices, before any group's ratio or customer's rule (docs/billing.md#table-of-prices). */
export type PricedModel = {
  readonly model: string;
  readonly source: PriceSource;
  readonly terms: Terms;
  /** What the catalogue that the book names says of it; null: nothing. */
  readonly catalogue: Terms | null;
  /** The members of the book that have an entry under its name. */
  readonly entries: ReturnType<typeof entriesOf>;
};

/** All models that the book or its catalogue prices by their names, in the order of those. */
export function pricedModels({ book, catalogue }: Prices): readonly PricedModel[] {
  const unit = decimal(book.quotaPerUnit);
  return [...modelsNamed({ book, catalogue })].sort().flatMap((model) => {
    const basis = basisOf({ book, model }, undefined, catalogue);
    if (basis.isUnpriced) return [];
    const entered = entry(catalogue?.models, model);
    const listed = arePrices(entered?.prices) ? entered : undefined;
    const priced: PricedModel = {
      model,
      source: sourceOf(basis, book, model, listed !== undefined),
      terms: termsOf(basis, unit),
      catalogue: listed === undefined ? null : listedTerms(listed),
      entries: entriesOf(book, model),
    };
    return [priced];
  });
}

/** All that may have a price by its name. */
export function modelsNamed({ book, catalogue }: Prices): readonly string[] {
  const { modelRatio, modelPrice, prices = {}, imagePrice = {} } = book;
  const maps: readonly object[] = [modelRatio, modelPrice, prices, imagePrice, catalogue?.models ?? {}];
  return [...new Set(maps.flatMap((map) => Object.keys(map)))];
}

function sourceOf({ kind }: Basis, book: PriceBook, model: string, isListed: boolean): PriceSource {
  if (kind !== 'prices') return kind;
  return !arePrices(modelEntry(book.prices, model)) && isListed ? 'catalogue' : 'prices';
}
