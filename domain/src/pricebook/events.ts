import { z } from 'zod';
import { decimalSchema, timeMsSchema, userIdSchema } from '../shared/schemas.ts';
import {
  catalogueSchema,
  priceRuleSchema,
  pricesSchema,
  ratiosSchema,
  servicesSchema,
  tiersSchema,
} from '../tariff/prices.ts';

const optionalRatios = ratiosSchema.exactOptional();
const byModel = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value).readonly().exactOptional();

/**
 * All ratios and prices at one moment (docs/billing.md#price-of-a-model). Ratio 1 = 1 quota unit a token; prices in USD. Maps are by the model's name, and of
 * groups by theirs. What is left out says nothing: a book of number 1 has neither `builtIn` nor what stands behind it.
 */
export const priceBookSchema = z.strictObject({
  version: z.number().int().min(1),
  modelRatio: ratiosSchema,
  /** Of a call. */
  modelPrice: ratiosSchema,
  completionRatio: ratiosSchema,
  groupRatio: ratiosSchema,
  /** Quota units of 1 USD. */
  quotaPerUnit: decimalSchema,
  /** Of the prices; left out: USD, which is the only one so far. */
  currency: z.literal('USD').exactOptional(),
  /** From when on it holds, if no later version has started; left out: since it stands. */
  startsAtMs: timeMsSchema.exactOptional(),
  /**
   * The rules by name that hold where the book says nothing, by their number, and the catalogue by its digest, '' for none. Left out: the rules of number 1,
   * and no catalogue.
   */
  builtIn: z
    .strictObject({ rules: z.number().int().min(1), catalogue: z.string() })
    .readonly()
    .exactOptional(),
  /** To `modelRatio`, as those of sound and pictures. */
  cacheReadRatio: optionalRatios,
  cacheWriteRatio: optionalRatios,
  cacheWrite1hRatio: optionalRatios,
  audioRatio: optionalRatios,
  /** To `audioRatio`. */
  audioCompletionRatio: optionalRatios,
  imageRatio: optionalRatios,
  prices: byModel(pricesSchema),
  /** Of a picture by `size|quality`. */
  imagePrice: byModel(ratiosSchema),
  tiers: byModel(tiersSchema),
  services: byModel(servicesSchema),
  /** USD of a search by the name of its tool, where that is not what the model's searches cost. */
  searchTools: byModel(ratiosSchema),
  rules: z.array(priceRuleSchema).readonly().exactOptional(),
});
export type PriceBook = Readonly<z.infer<typeof priceBookSchema>>;

/** What a book of number 2 can say and one of number 1 cannot. */
export const PRICE_BOOK_2_MEMBERS = [
  'currency',
  'startsAtMs',
  'builtIn',
  'cacheReadRatio',
  'cacheWriteRatio',
  'cacheWrite1hRatio',
  'audioRatio',
  'audioCompletionRatio',
  'imageRatio',
  'prices',
  'imagePrice',
  'tiers',
  'services',
  'searchTools',
  'rules',
] as const satisfies readonly (keyof PriceBook)[];

export const priceBookEventSchemas = {
  /** The only event of the stream `pricebook`. Price options are stored nowhere else. */
  PriceBookPublished: priceBookSchema.extend({ actorId: userIdSchema.nullable(), changed: z.array(z.string()) }),
  /** Of the stream `catalogue`: what price books name by its digest, whole. */
  CataloguePublished: catalogueSchema,
} as const;

type PriceBookEventType = keyof typeof priceBookEventSchemas;
type EventOf<Type extends PriceBookEventType> = {
  readonly type: Type;
  readonly data: z.infer<(typeof priceBookEventSchemas)[Type]>;
};
export type PriceBookEvent = EventOf<'PriceBookPublished'>;
export type CatalogueEvent = EventOf<'CataloguePublished'>;

export const PRICE_BOOK_STREAM = 'pricebook';
export const CATALOGUE_STREAM = 'catalogue';
