import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { route } from './route.ts';

/** USD before the group's ratio, by the names of a price book: of a million tokens or characters, else of a piece. */
const listedPricesSchema = z.record(z.string(), z.number());

/**
 * `quota_type` 1: a price a call, or of the piece that is sold (ratios are 0); 0: by tokens. `prices` says all of it; `tiers`: from prompts of more than
 * `above` tokens on.
 */
const pricingEntrySchema = z.object({
  model_name: z.string(),
  quota_type: z.union([z.literal(0), z.literal(1)]),
  model_ratio: z.number(),
  model_price: z.number(),
  owner_by: z.literal(''),
  completion_ratio: z.number(),
  enable_groups: z.array(z.string()),
  prices: listedPricesSchema,
  tiers: z.array(z.object({ above: z.number(), prices: listedPricesSchema })),
});
export type PricingEntry = z.output<typeof pricingEntrySchema>;

export const pricingRoutes = {
  list: route({
    method: 'GET',
    path: '/api/pricing',
    ...ACCESS.pricing.list,
    summary: 'What each model with an enabled channel costs, for the groups the caller may use',
    data: z.array(pricingEntrySchema),
    beside: z.object({ group_ratio: z.record(z.string(), z.number()), usable_group: z.record(z.string(), z.string()) }),
  }),
} as const;
