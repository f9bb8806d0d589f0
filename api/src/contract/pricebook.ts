import {
  BIG_CHANGES_SHOWN_MAX,
  NAME_CHARACTERS_MAX,
  OPTION_VALUE_CHARACTERS_MAX,
  PAGE_SIZE_MAX,
  REASON_CHARACTERS_MAX,
  TIME_S_MAX,
} from '@ledgate/domain/catalogue/limits';
import { BOOK_FIGURES } from '@ledgate/domain/pricebook/big-changes';
import { priceBookSchema } from '@ledgate/domain/pricebook/events';
import { DIFFERENCES } from '@ledgate/domain/pricebook/kinds';
import { PRICE_OPTION_KEYS } from '@ledgate/domain/pricebook/options';
import { PRICE_SOURCES } from '@ledgate/domain/pricebook/kinds';
import { decimalSchema } from '@ledgate/domain/shared/schemas';
import { explanationSchema } from '@ledgate/domain/tariff/explanation';
import { PRICE_NAMES, pricesSchema, ratiosSchema, servicesSchema, tiersSchema } from '@ledgate/domain/tariff/prices';
import { partedUsageSchema } from '@ledgate/domain/tariff/usage-parts';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { id, page, pageFromOne, quotaAnswer, sizeInQuery, textUpTo, timeS } from './fields.ts';
import { refusal, route } from './route.ts';

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
  /** Whether a later one starts no later: if it still waits, it will never hold. */
  replaced: z.boolean(),
});
export type PriceBookAnswer = z.output<typeof versionSchema>;

/** What a version says otherwise than the one before; null: nothing. */
const changeSchema = z.object({ what: z.string(), before: z.unknown(), after: z.unknown() });

const version = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const name = textUpTo(NAME_CHARACTERS_MAX).min(1);

/** Unix seconds, not in the past; left out: at once. */
const startsAt = z.number().int().min(0).max(TIME_S_MAX).optional();

/** What a model costs, in USD of decimal text. */
const terms = z
  .object({ prices: pricesSchema, tiers: tiersSchema, services: servicesSchema, searchTools: ratiosSchema })
  .partial({ tiers: true, services: true, searchTools: true });
export type TermsAnswer = z.output<typeof terms>;

const pricedModelSchema = z.object({
  model: z.string(),
  source: z.enum(PRICE_SOURCES),
  terms,
  /** What the catalogue that the book names says of it. */
  catalogue: terms.nullable(),
  /** The members of the book that have an entry under its name. */
  entries: z.array(z.string()),
});
export type PricedModelAnswer = z.output<typeof pricedModelSchema>;

const differenceSchema = z.object({
  model: z.string(),
  /** Of the catalogue's price beside ours (docs/billing.md#differences). */
  kind: z.enum(DIFFERENCES),
  /** Null: nothing prices it here. */
  ours: terms.nullable(),
  /** Null: the catalogue does not have it. */
  theirs: terms.nullable(),
  /** As `changes` of PUT /api/pricebook, for who accepts it. */
  change: z.record(z.string(), z.unknown()),
  refused: z.boolean(),
});
export type DifferenceAnswer = z.output<typeof differenceSchema>;

/** A figure that would rise above one and a half of what it is, or fall below half (docs/billing.md#changes-by-more-than-half). */
const bigChangeSchema = z.object({
  what: z.enum([...BOOK_FIGURES, ...PRICE_NAMES]),
  /** The model, or the group. */
  name: z.string().optional(),
  /** Of prompts of more tokens than that. */
  above: z.number().int().optional(),
  /** A service tier, or a tool that searches. */
  of: z.string().optional(),
  /** Null: nothing is charged for it. */
  before: decimalSchema.nullable(),
  after: decimalSchema.nullable(),
});

/** Members of books, usages and explanations have the names that they have in events (docs/billing.md#books-and-quotes). */
export const priceBookRoutes = {
  list: route({
    method: 'GET',
    path: '/api/pricebook/',
    ...ACCESS.pricebook.list,
    summary: 'All price books that were published, newest first',
    query: z.object({ p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX) }),
    data: page(versionSchema),
  }),
  prices: route({
    method: 'GET',
    path: '/api/pricebook/prices',
    ...ACCESS.pricebook.prices,
    summary:
      'What each model costs by the book in force and the catalogue that it names, in USD, and what that comes from',
    query: z.object({
      p: pageFromOne,
      page_size: sizeInQuery(10, PAGE_SIZE_MAX),
      /** A part of the model's name. */
      keyword: textUpTo(NAME_CHARACTERS_MAX).default(''),
      source: z.enum(['', ...PRICE_SOURCES]).default(''),
    }),
    data: page(pricedModelSchema).extend({
      /** The book in force, and its quota units of 1 USD. */
      version: z.number().int(),
      quota_per_unit: decimalSchema,
    }),
  }),
  differences: route({
    method: 'GET',
    path: '/api/pricebook/differences',
    ...ACCESS.pricebook.differences,
    summary: 'Models of which the catalogue that comes with the product says otherwise than what is published',
    query: z.object({
      p: pageFromOne,
      page_size: sizeInQuery(10, PAGE_SIZE_MAX),
      kind: z.enum(['', ...DIFFERENCES]).default(''),
      /** A part of the model's name. */
      keyword: textUpTo(NAME_CHARACTERS_MAX).default(''),
      /** Left out: both. */
      refused: z.enum(['', 'true', 'false']).default(''),
    }),
    data: page(differenceSchema).extend({
      /** How many there are of each kind, refused ones left out. */
      open: z.partialRecord(z.enum(DIFFERENCES), z.number().int()),
      /** The product's own; `in_force`: the book that holds now names it. `change` makes it so. */
      catalogue: z.object({
        digest: z.string(),
        in_force: z.boolean(),
        change: z.record(z.string(), z.unknown()),
      }),
    }),
  }),
  get: route({
    method: 'GET',
    path: '/api/pricebook/{version}',
    ...ACCESS.pricebook.get,
    summary: 'One price book whole, and what it changed',
    params: z.object({ version: z.preprocess(Number, version) }),
    data: versionSchema.extend({ book: priceBookSchema, changed: z.array(changeSchema) }),
    refusal,
  }),
  change: route({
    method: 'PUT',
    path: '/api/pricebook',
    ...ACCESS.pricebook.change,
    summary: 'Publishes the price book with changes, at once or from a time on; answers its version',
    body: z.object({
      /** Members of a book: entries of maps are set, or taken out by null; others are replaced whole (docs/billing.md#changes). */
      changes: z.unknown(),
      reason: textUpTo(REASON_CHARACTERS_MAX).trim().min(1),
      starts_at: startsAt,
    }),
    data: z.object({ version: z.number().int() }),
    refusal,
  }),
  bigChanges: route({
    method: 'POST',
    path: '/api/pricebook/big_changes',
    ...ACCESS.pricebook.bigChanges,
    summary: 'Which figures a change of prices would change by more than half; nothing is written',
    body: z.object({
      /** As of PUT /api/pricebook; left out: `options`. */
      changes: z.unknown().optional(),
      starts_at: startsAt,
      /** Texts as of PUT /api/option/, by key; null: the one that comes with the product. */
      options: z.partialRecord(z.enum(PRICE_OPTION_KEYS), textUpTo(OPTION_VALUE_CHARACTERS_MAX).nullable()).default({}),
    }),
    data: z.object({ items: z.array(bigChangeSchema).max(BIG_CHANGES_SHOWN_MAX), total: z.number().int() }),
    refusal,
  }),
  refuse: route({
    method: 'PUT',
    path: '/api/pricebook/differences',
    ...ACCESS.pricebook.refuse,
    summary: 'Refuses the price of the catalogue for a model until that changes, or takes the refusal back',
    body: z.object({ model: name, refused: z.boolean() }),
    data: differenceSchema,
    refusal,
  }),
  quote: route({
    method: 'POST',
    path: '/api/pricebook/quote',
    ...ACCESS.pricebook.quote,
    summary: 'What a usage costs, as a charge would explain it; nothing is written',
    body: z.object({
      model: name,
      /** Left out: the user's, else `default`. */
      group: name.optional(),
      /** Whose rules may hold. */
      user_id: id.optional(),
      usage: partedUsageSchema,
      service_tier: name.optional(),
      /** By which the web was searched, where the tools differ in price. */
      search_tool: name.optional(),
      /** Left out: the one that holds now. */
      version: version.optional(),
    }),
    data: z.object({ amount: quotaAnswer, price: explanationSchema }),
    refusal,
  }),
} as const;
