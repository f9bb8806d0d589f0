import { z } from 'zod';
import { decimalSchema, userIdSchema } from '../shared/schemas.ts';

/** Model or group name to a decimal as text, so that no binary float stands between the operator's number and a charge. */
const ratios = z.record(z.string(), decimalSchema);

/** All ratios and prices at one moment (docs/billing.md#price-of-a-model). Ratio 1 = 1 quota unit a token; prices in USD a call. */
const priceBookSchema = z.strictObject({
  version: z.number().int().min(1),
  modelRatio: ratios,
  modelPrice: ratios,
  completionRatio: ratios,
  groupRatio: ratios,
  /** Quota units of 1 USD. */
  quotaPerUnit: decimalSchema,
});
export type PriceBook = z.infer<typeof priceBookSchema>;

/** The only event of the stream `pricebook`. Price options are stored nowhere else. */
export const priceBookEventSchemas = {
  PriceBookPublished: priceBookSchema.extend({ actorId: userIdSchema.nullable(), changed: z.array(z.string()) }),
} as const;

export type PriceBookEvent = {
  readonly type: 'PriceBookPublished';
  readonly data: z.infer<(typeof priceBookEventSchemas)['PriceBookPublished']>;
};

export const PRICE_BOOK_STREAM = 'pricebook';
