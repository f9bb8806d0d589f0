import type { PriceBook } from '../pricebook/events.ts';
import type { UsagePart } from './usage-parts.ts';

/** What has a price in USD a million: tokens and characters. */
type PerMillion = 'input' | 'output' | UsagePart | 'character';
/** What has a price in USD a piece. */
type PerPiece =
  | 'call'
  | 'image'
  | 'pictureInput'
  | 'second'
  | 'secondOutput'
  | 'page'
  | 'query'
  | 'search'
  | 'fileSearch'
  | 'codeSession';
export type PriceName = PerMillion | PerPiece;

/** Prices in USD as decimal text, as a price book writes them. What is left out has no price of its own (docs/billing.md#parts). */
export type Prices = Partial<Readonly<Record<PriceName, string>>>;

/** Holds for the whole request once its prompt has more than `above` tokens; stands over the model's prices member by member. */
export type Tier = { readonly above: number; readonly prices: Prices };

/** What a service tier costs: a ratio to what the model costs, or prices over the model's. While it holds, no tiers hold but its own. */
export type Service = {
  readonly ratio?: string;
  readonly prices?: Prices;
  readonly tiers?: readonly Tier[];
};
export type Services = Readonly<Record<string, Service>>;

/** A customer's own terms: a ratio for that of the group, or prices. An empty list means any; the first rule that fits holds. */
export type PriceRule = {
  readonly id: string;
  readonly users: readonly number[];
  readonly groups: readonly string[];
  readonly models: readonly string[];
  readonly ratio?: string;
  readonly prices?: Prices;
};

type Ratios = Readonly<Record<string, string>>;

/**
 * A price book with everything that can be priced. A book of the first schema is one that has only ratios, prices of a call and no `builtIn`: for it
 * the rules of number 1 hold and no catalogue. Maps are by the model's name.
 */
export type FullPriceBook = PriceBook & {
  /** The rules by name that hold where the book says nothing, by their number, and the catalogue by its digest; '' for none. */
  readonly builtIn?: { readonly rules: number; readonly catalogue: string };
  /** To `modelRatio`, as those of sound and pictures. */
  readonly cacheReadRatio?: Ratios;
  readonly cacheWriteRatio?: Ratios;
  readonly cacheWrite1hRatio?: Ratios;
  readonly audioRatio?: Ratios;
  /** To `audioRatio`. */
  readonly audioCompletionRatio?: Ratios;
  readonly imageRatio?: Ratios;
  readonly prices?: Readonly<Record<string, Prices>>;
  /** USD a picture by `size|quality`. */
  readonly imagePrice?: Readonly<Record<string, Ratios>>;
  readonly tiers?: Readonly<Record<string, readonly Tier[]>>;
  readonly services?: Readonly<Record<string, Services>>;
  readonly rules?: readonly PriceRule[];
};

/** What the catalogue says of a model. */
export type CataloguePrices = {
  readonly prices: Prices;
  readonly tiers?: readonly Tier[];
  readonly services?: Services;
  /** USD of a search by the name of its tool, where that differs from `prices.search`. */
  readonly searchTools?: Ratios;
  /** The most tokens that the model answers with. */
  readonly maxOutput?: number;
};

/** Prices of models that a book does not name, under the digest that books name it by. */
export type Catalogue = { readonly digest: string; readonly models: Readonly<Record<string, CataloguePrices>> };
