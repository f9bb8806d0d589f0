import { z } from 'zod';
import { route } from './route.ts';

/** `quota_type` 1: a price a call (ratios are 0); 0: by tokens. */
const pricingEntrySchema = z.object({
  model_name: z.string(),
  quota_type: z.union([z.literal(0), z.literal(1)]),
  model_ratio: z.number(),
  model_price: z.number(),
  owner_by: z.literal(''),
  completion_ratio: z.number(),
  enable_groups: z.array(z.string()),
});
export type PricingEntry = z.output<typeof pricingEntrySchema>;

export const pricingRoutes = {
  list: route({
    method: 'GET',
    path: '/api/pricing',
    level: 'try_user',
    summary: 'What each model with an enabled channel costs, for the groups the caller may use',
    data: z.array(pricingEntrySchema),
    beside: z.object({ group_ratio: z.record(z.string(), z.number()), usable_group: z.record(z.string(), z.string()) }),
  }),
} as const;
