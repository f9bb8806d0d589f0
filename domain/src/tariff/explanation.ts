import { z } from 'zod';
import { decimalSchema } from '../shared/schemas.ts';
import { type PriceExplanation, priceExplanationSchema } from '../till/charge.ts';

/** Names of factors. `price` and `model_price` are USD a piece, `per_million` USD a million; all others are ratios. */
const FACTOR_NAMES = [
  'price',
  'model_price',
  'per_million',
  'model_ratio',
  'completion_ratio',
  'cache_read_ratio',
  'cache_write_ratio',
  'cache_write_1h_ratio',
  'audio_ratio',
  'audio_completion_ratio',
  'image_ratio',
  'size_ratio',
  'quality_ratio',
  'service_ratio',
] as const;
export type FactorName = (typeof FACTOR_NAMES)[number];

/** What a line's quantity counts: tokens, or pieces. */
const LINE_NAMES = [
  'input',
  'cached_read',
  'cached_audio',
  'cached_write',
  'cached_write_1h',
  'audio_input',
  'image_input',
  'video_input',
  'output',
  'reasoning',
  'audio_output',
  'image_output',
  'call',
  'images',
  'seconds',
  'seconds_as_tokens',
  'characters',
  'pages',
  'queries',
  'searches',
  'file_searches',
  'code_sessions',
] as const;
export type LineName = (typeof LINE_NAMES)[number];

/** A whole quantity with its factors, each a decimal as text under its name. */
export type Line = { readonly what: LineName; readonly quantity: number } & {
  readonly [Name in FactorName]?: string;
};

/**
 * How an amount came about where neither `tokens` nor `call` can say it (docs/billing.md#lines). The exact amount is groupRatio x the sum over the
 * lines of quantity x factors, `price` and `model_price` x quotaPerUnit, `per_million` x quotaPerUnit / 10^6. What was waived has no lines.
 */
export type PartsExplanation = {
  readonly method: 'parts';
  readonly priceBookVersion: number;
  readonly quotaPerUnit: string;
  readonly groupRatio: string;
  /** The customer's rule that held. */
  readonly ruleId?: string;
  /** The `above` of the tier that held. */
  readonly tier?: number;
  /** The service tier by whose price or ratio the request was charged. */
  readonly serviceTier?: string;
  /** Nothing prices the model: it cost the ratio for all of those. */
  readonly unpriced?: true;
  readonly lines: readonly Line[];
  readonly rounding: 'half_up_minimum_1';
  readonly exact: string;
};

export type Explanation = PriceExplanation | PartsExplanation;

const lineSchema = z.strictObject({
  what: z.enum(LINE_NAMES),
  quantity: z.number().int().min(0),
  ...(Object.fromEntries(FACTOR_NAMES.map((name) => [name, decimalSchema.optional()])) as Record<
    FactorName,
    z.ZodOptional<typeof decimalSchema>
  >),
});

/** An Explanation as an event holds it. */
export const explanationSchema = z.union([
  priceExplanationSchema,
  z.strictObject({
    method: z.literal('parts'),
    priceBookVersion: z.number().int().min(0),
    quotaPerUnit: decimalSchema,
    groupRatio: decimalSchema,
    ruleId: z.string().min(1).optional(),
    tier: z.number().int().min(0).optional(),
    serviceTier: z.string().min(1).max(64).optional(),
    unpriced: z.literal(true).optional(),
    lines: z.array(lineSchema),
    rounding: z.literal('half_up_minimum_1'),
    exact: decimalSchema,
  }),
]);
