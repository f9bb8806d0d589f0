import { z } from 'zod';
import { decimalSchema } from '../shared/schemas.ts';
import { INPUT_PARTS, OUTPUT_PARTS } from './usage-parts.ts';

/** What has a price in USD a piece. */
export const PIECE_NAMES = [
  'call',
  'image',
  'pictureInput',
  'second',
  'secondOutput',
  'page',
  'query',
  'search',
  'fileSearch',
  'codeSession',
] as const;

/** What has a price in USD a million, tokens and characters, and then what has one in USD a piece. */
export const PRICE_NAMES = ['input', 'output', ...INPUT_PARTS, ...OUTPUT_PARTS, 'character', ...PIECE_NAMES] as const;
export type PriceName = (typeof PRICE_NAMES)[number];

const name = z.string().min(1);

/** A name to a decimal as text, so that no binary float stands between the operator's number and a charge. */
export const ratiosSchema = z.record(z.string(), decimalSchema).readonly();
export type Ratios = z.infer<typeof ratiosSchema>;

/** Prices in USD as decimal text, as a price book writes them. What is left out has no price of its own (docs/billing.md#parts). */
export const pricesSchema = z.partialRecord(z.enum(PRICE_NAMES), decimalSchema).readonly();
export type Prices = z.infer<typeof pricesSchema>;

/** A list of prices without one says nothing of a model, also not that it costs nothing. */
export const arePrices = (prices: Prices | undefined): prices is Prices =>
  prices !== undefined && Object.keys(prices).length > 0;

/** Holds for the whole request once its prompt has more than `above` tokens; stands over the model's prices member by member. */
const tierSchema = z.strictObject({ above: z.number().int().min(0), prices: pricesSchema }).readonly();
export type Tier = z.infer<typeof tierSchema>;
export const tiersSchema = z.array(tierSchema).readonly();

/** What a service tier costs: a ratio to what the model costs, or prices over the model's. While it holds, no tiers hold but its own. */
const serviceSchema = z
  .strictObject({
    ratio: decimalSchema.exactOptional(),
    prices: pricesSchema.exactOptional(),
    tiers: tiersSchema.exactOptional(),
  })
  .readonly();
export type Service = z.infer<typeof serviceSchema>;
/** By the name of the service tier. */
export const servicesSchema = z.record(name, serviceSchema).readonly();
export type Services = z.infer<typeof servicesSchema>;

/** A customer's own terms: a ratio for that of the group, or prices. An empty list means any; the first rule that fits holds. */
export const priceRuleSchema = z
  .strictObject({
    id: name,
    users: z.array(z.number().int().min(1)).readonly(),
    groups: z.array(name).readonly(),
    models: z.array(name).readonly(),
    ratio: decimalSchema.exactOptional(),
    prices: pricesSchema.exactOptional(),
  })
  .readonly();
export type PriceRule = z.infer<typeof priceRuleSchema>;

/** What the catalogue says of a model. */
const cataloguePricesSchema = z
  .strictObject({
    prices: pricesSchema,
    tiers: tiersSchema.exactOptional(),
    services: servicesSchema.exactOptional(),
    /** USD of a search by the name of its tool, where that differs from `prices.search`. */
    searchTools: ratiosSchema.exactOptional(),
    /** The most tokens that the model answers with. */
    maxOutput: z.number().int().min(1).exactOptional(),
  })
  .readonly();
export type CataloguePrices = z.infer<typeof cataloguePricesSchema>;

/** Prices of models that a book does not name, under the digest that books name it by (docs/billing.md#catalogue). */
export const catalogueSchema = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  models: z.record(name, cataloguePricesSchema).readonly(),
});
export type Catalogue = Readonly<z.infer<typeof catalogueSchema>>;
