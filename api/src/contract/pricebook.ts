import {
  NAME_CHARACTERS_MAX,
  PAGE_SIZE_MAX,
  REASON_CHARACTERS_MAX,
  TIME_S_MAX,
} from '@ledgate/domain/catalogue/limits';
import { priceBookSchema } from '@ledgate/domain/pricebook/events';
import { explanationSchema } from '@ledgate/domain/tariff/explanation';
import { partedUsageSchema } from '@ledgate/domain/tariff/usage-parts';
import { z } from 'zod';
import { id, page, pageFromOne, quotaAnswer, sizeInQuery, textUpTo, timeS } from './fields.ts';
import { route } from './route.ts';

const versionSchema = z.object({
  version: z.number().int(),
  /** 0: Ledgate itself, at its first start. */
  actor_id: z.number().int(),
  actor_name: z.string(),
  reason: z.string(),
  published_at: timeS,
  /** 0: it holds since it stands. */
  starts_at: timeS,
  /** Whether it is the one that holds now (docs/billing.md#price-book-in-force). */
  in_force: z.boolean(),
});
export type PriceBookAnswer = z.output<typeof versionSchema>;

/** What a version says otherwise than the one before; null: nothing. */
const changeSchema = z.object({ what: z.string(), before: z.unknown(), after: z.unknown() });

const version = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const name = textUpTo(NAME_CHARACTERS_MAX).min(1);

/** Members of books, usages and explanations have the names that they have in events (docs/billing.md#books-and-quotes). */
export const priceBookRoutes = {
  list: route({
    method: 'GET',
    path: '/api/pricebook/',
    level: 'root',
    summary: 'All price books that were published, newest first',
    query: z.object({ p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX) }),
    data: page(versionSchema),
  }),
  get: route({
    method: 'GET',
    path: '/api/pricebook/{version}',
    level: 'root',
    summary: 'One price book whole, and what it changed',
    params: z.object({ version: z.preprocess(Number, version) }),
    data: versionSchema.extend({ book: priceBookSchema, changed: z.array(changeSchema) }),
  }),
  change: route({
    method: 'PUT',
    path: '/api/pricebook',
    level: 'root',
    summary: 'Publishes the price book with changes, at once or from a time on; answers its version',
    body: z.object({
      /** Members of a book: entries of maps are set, or taken out by null; others are replaced whole (docs/billing.md#changes). */
      changes: z.unknown(),
      reason: textUpTo(REASON_CHARACTERS_MAX).trim().min(1),
      /** Unix seconds, not in the past; left out: at once. */
      starts_at: z.number().int().min(0).max(TIME_S_MAX).optional(),
    }),
    data: z.object({ version: z.number().int() }),
  }),
  quote: route({
    method: 'POST',
    path: '/api/pricebook/quote',
    level: 'root',
    summary: 'What a usage costs, as a charge would explain it; nothing is written',
    body: z.object({
      model: name,
      /** Left out: the user's, else `default`. */
      group: name.optional(),
      /** Whose rules may hold. */
      user_id: id.optional(),
      usage: partedUsageSchema,
      service_tier: name.optional(),
      /** Left out: the one that holds now. */
      version: version.optional(),
    }),
    data: z.object({ amount: quotaAnswer, price: explanationSchema }),
  }),
} as const;
