import { AUDIO_COMPLETION_RATIO, type AudioRatios, audioRatiosOf } from '../pricing/audio-ratios.ts';
import { builtInCacheRatios } from './cache-ratios.ts';
import {
  billedName,
  completionRatioOf,
  entry,
  modelEntry,
  modelPriceOf,
  statedRatioOf,
  UNKNOWN_MODEL_RATIO,
} from '../pricing/lookup.ts';
import { PICTURE_PRICE_PER_RATIO, qualityRatioOf, sizeRatioOf } from './picture-ratios.ts';
import type { PriceBook } from '../pricebook/events.ts';
import { arePrices, type Catalogue, type PriceRule, type Ratios, type Services, type Tier } from './prices.ts';
import { type Factor, type Factors, withPrices } from './rates.ts';
import type { PartedUsage } from './usage-parts.ts';

type Picture = Pick<PartedUsage, 'size' | 'quality'>;

/** What a model's price rests on, the first that says something of it (docs/billing.md#price-of-a-model). */
export type Basis = {
  readonly kind: 'prices' | 'call' | 'ratio';
  readonly factors: Factors;
  /** Of one picture where it depends on more than the model; undefined: as `factors` says. */
  readonly picture?: (picture: Picture) => readonly Factor[] | undefined;
  /** Undefined: none may stand over these prices. */
  readonly tiers?: readonly Tier[] | undefined;
  readonly services?: Services | undefined;
  /** USD of a search by the name of its tool; `factors` have that of the request's. */
  readonly searchTools?: Ratios | undefined;
  /** Of a model that is billed by ratio: what its explanation of method `tokens` says. */
  readonly ratios?: { readonly modelRatio: string; readonly completionRatio: string; readonly audio?: AudioRatios };
  readonly modelPrice?: string;
  readonly isUnpriced?: true;
};

type Wanted = { readonly book: PriceBook; readonly model: string; readonly searchTool?: string | undefined };

/** `rule`: the customer's, whose prices go before all others. Throws RangeError where the book's rules or catalogue are not those that are known. */
export function basisOf(wanted: Wanted, rule: PriceRule | undefined, catalogue: Catalogue | undefined): Basis {
  const { book, model } = wanted;
  if (arePrices(rule?.prices)) {
    const services = ratiosOf(modelEntry(book.services, model));
    return { kind: 'prices', factors: withPrices({}, rule.prices), services };
  }
  return withSearchTool(wanted, ofModel(wanted, catalogue));
}

function ofModel(wanted: Wanted, catalogue: Catalogue | undefined): Basis {
  const { book, model } = wanted;
  const own = {
    tiers: modelEntry(book.tiers, model),
    services: modelEntry(book.services, model),
    searchTools: modelEntry(book.searchTools, model),
  };
  const prices = modelEntry(book.prices, model);
  if (arePrices(prices)) return withPicturePrices(wanted, { kind: 'prices', factors: withPrices({}, prices), ...own });
  const modelPrice = modelPriceOf(book, model);
  if (modelPrice !== undefined) return withPicturePrices(wanted, { ...byCall(model, modelPrice), ...own });
  const stated = statedRatioOf(book, model);
  if (stated !== undefined) return withPicturePrices(wanted, { ...byRatio(book, model, stated), ...own });
  const listed = inCatalogue(wanted, catalogue);
  if (listed !== undefined) {
    const tiers = own.tiers ?? listed.tiers;
    const services = { ...listed.services, ...own.services };
    const searchTools = { ...listed.searchTools, ...own.searchTools };
    return withPicturePrices(wanted, { ...listed, tiers, services, searchTools });
  }
  if (modelEntry(book.imagePrice, model) !== undefined)
    return withPicturePrices(wanted, { kind: 'prices', factors: {}, ...own });
  return { ...byRatio(book, model, UNKNOWN_MODEL_RATIO), ...own, isUnpriced: true };
}

/** All that a customer's prices know of services: what they multiply. */
const ratiosOf = (services: Services = {}): Services =>
  Object.fromEntries(
    Object.entries(services).flatMap(([name, { ratio }]) => (ratio === undefined ? [] : [[name, { ratio }]])),
  );

/** Prices a search of a size that has no price of its own. */
const UNSIZED_SEARCH = 'web_search_preview';
const SIZED_SEARCHES: ReadonlySet<string> = new Set(['low', 'medium', 'high'].map((size) => `search_context_${size}`));

/** A call that has a price costs nothing beside it. */
function withSearchTool({ searchTool }: Wanted, basis: Basis): Basis {
  if (searchTool === undefined || basis.kind === 'call') return basis;
  const otherwise = SIZED_SEARCHES.has(searchTool) ? entry(basis.searchTools, UNSIZED_SEARCH) : undefined;
  const search = entry(basis.searchTools, searchTool) ?? otherwise;
  return search === undefined ? basis : { ...basis, factors: withPrices(basis.factors, { search }) };
}

function inCatalogue({ book, model }: Wanted, catalogue: Catalogue | undefined): Basis | undefined {
  const digest = book.builtIn?.catalogue ?? '';
  if (digest === '') return undefined;
  if (catalogue?.digest !== digest) throw new RangeError(`price book ${book.version} needs the catalogue ${digest}`);
  const listed = entry(catalogue.models, model);
  if (listed === undefined || !arePrices(listed.prices)) return undefined;
  const { prices, tiers, services, searchTools } = listed;
  return { kind: 'prices', factors: withPrices({}, prices), tiers, services, searchTools };
}

const byCall = (model: string, modelPrice: string): Basis => ({
  kind: 'call',
  factors: { call: [['model_price', modelPrice]] },
  picture: (picture) => [['model_price', modelPrice], ...pictureRatios(model, picture)],
  modelPrice,
});

function pictureRatios(model: string, { size, quality }: Picture): readonly Factor[] {
  const factors: Factor[] = [];
  const [sizeRatio, qualityRatio] = [sizeRatioOf(size), qualityRatioOf(model, size, quality)];
  if (sizeRatio !== undefined) factors.push(['size_ratio', sizeRatio]);
  if (qualityRatio !== undefined) factors.push(['quality_ratio', qualityRatio]);
  return factors;
}

/** Pictures that `imagePrice` names by size and quality; those that it does not name cost what others do, else as its dearest: never nothing. */
function withPicturePrices({ book, model }: Wanted, basis: Basis): Basis {
  const table = modelEntry(book.imagePrice, model);
  if (table === undefined) return basis;
  const { picture: otherwise = () => basis.factors.image ?? dearest(table) } = basis;
  return {
    ...basis,
    picture: (picture) => {
      const stated = entry(table, `${picture.size ?? ''}|${picture.quality ?? ''}`);
      return stated === undefined ? otherwise(picture) : [['price', stated]];
    },
  };
}

function dearest(table: Readonly<Record<string, string>>): readonly Factor[] | undefined {
  const [first] = Object.values(table).sort((one, other) => Number(other) - Number(one));
  return first === undefined ? undefined : [['price', first]];
}

/** The highest number of rules by name. 1: completion and sound; 2: what a cache held too. */
export const RULES_MAX = 2;

function byRatio(book: PriceBook, model: string, modelRatio: string): Basis {
  const rules = book.builtIn?.rules ?? 1;
  if (!(rules >= 1 && rules <= RULES_MAX)) throw new RangeError(`price book ${book.version} needs the rules ${rules}`);
  const completionRatio = completionRatioOf(book, model);
  const audio = audioOf(book, model);
  const base: Factor = ['model_ratio', modelRatio];
  const ratio = (name: Factor[0], text: string | undefined): readonly Factor[] | undefined =>
    text === undefined ? undefined : [base, [name, text]];
  const cached = rules < 2 ? undefined : builtInCacheRatios(billedName(model));
  const sound: readonly Factor[] | undefined = audio && [base, ['audio_ratio', audio.audioRatio]];
  const factors = stated({
    input: [base],
    output: [base, ['completion_ratio', completionRatio]],
    cachedRead: ratio('cache_read_ratio', modelEntry(book.cacheReadRatio, model) ?? cached?.read),
    cachedWrite: ratio('cache_write_ratio', modelEntry(book.cacheWriteRatio, model) ?? cached?.write),
    cachedWrite1h: ratio('cache_write_1h_ratio', modelEntry(book.cacheWrite1hRatio, model)),
    imageInput: ratio('image_ratio', modelEntry(book.imageRatio, model)),
    audioInput: sound,
    audioOutput: audio && sound && [...sound, ['audio_completion_ratio', audio.audioCompletionRatio]],
    character: [base],
    second: [base],
  });
  return {
    kind: 'ratio',
    factors,
    picture: (picture) => [['price', PICTURE_PRICE_PER_RATIO], base, ...pictureRatios(model, picture)],
    ratios: { modelRatio, completionRatio, ...(audio === undefined ? {} : { audio }) },
  };
}

const stated = (factors: { readonly [Name in keyof Factors]: readonly Factor[] | undefined }): Factors =>
  Object.fromEntries(Object.entries(factors).filter(([, list]) => list !== undefined));

/** The book's ratios, else those by name; where the book has but one of them, the other is what it is for all (1, and 2 where sound has a price). */
function audioOf(book: PriceBook, model: string): AudioRatios | undefined {
  const byName = audioRatiosOf(model);
  const audioRatio = modelEntry(book.audioRatio, model);
  const audioCompletionRatio = modelEntry(book.audioCompletionRatio, model);
  if (audioRatio === undefined && audioCompletionRatio === undefined) return byName;
  return {
    audioRatio: audioRatio ?? byName?.audioRatio ?? '1',
    audioCompletionRatio: audioCompletionRatio ?? byName?.audioCompletionRatio ?? AUDIO_COMPLETION_RATIO,
  };
}
