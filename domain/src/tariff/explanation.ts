import { z } from 'zod';
import { decimalSchema } from '../shared/schemas.ts';

/**
 * How an amount came about, enough to compute it again (docs/billing.md#charge). `exact` is the amount in quota units before
 * the one rounding, which is half up to a whole unit, and at least 1 when above zero. All decimals are text, as in the price book. By tokens:
 * exact = (textIn + textOut x completionRatio + audioInput x audioRatio + audioOutput x audioRatio x audioCompletionRatio) x modelRatio x groupRatio,
 * where text is what of prompt and completion is no audio; without audio ratios all of it is text.
 */
const priceExplanationSchema = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('tokens'),
    priceBookVersion: z.number().int().min(0),
    modelRatio: decimalSchema,
    completionRatio: decimalSchema,
    groupRatio: decimalSchema,
    /** Only of a model whose audio tokens have a price of their own: both, also where none were used. */
    audioRatio: decimalSchema.optional(),
    audioCompletionRatio: decimalSchema.optional(),
    rounding: z.literal('half_up_minimum_1'),
    exact: decimalSchema,
  }),
  z.strictObject({
    method: z.literal('call'),
    priceBookVersion: z.number().int().min(0),
    modelPrice: decimalSchema,
    groupRatio: decimalSchema,
    quotaPerUnit: decimalSchema,
    rounding: z.literal('half_up_minimum_1'),
    exact: decimalSchema,
  }),
]);
export type PriceExplanation = z.infer<typeof priceExplanationSchema>;

/** Names of factors. `price` and `model_price` are USD a piece, `per_million` USD a million; all others are ratios. */
export const FACTOR_NAMES = [
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

/** What a line's quantity counts where it counts tokens. */
export const TOKEN_LINE_NAMES = [
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
] as const;

/** What a line's quantity counts: tokens, or pieces. */
export const LINE_NAMES = [
  ...TOKEN_LINE_NAMES,
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
  readonly ruleId?: string | undefined;
  /** The `above` of the tier that held. */
  readonly tier?: number | undefined;
  /** The service tier by whose price or ratio the request was charged. */
  readonly serviceTier?: string | undefined;
  /** Nothing prices the model: it cost the ratio for all of those. */
  readonly unpriced?: true | undefined;
  readonly lines: readonly Line[];
  readonly rounding: 'half_up_minimum_1';
  readonly exact: string;
};

export type Explanation = PriceExplanation | PartsExplanation;

/** JSON has no member without a value. */
const lineSchema = z.strictObject({
  what: z.enum(LINE_NAMES),
  quantity: z.number().int().min(0),
  ...(Object.fromEntries(FACTOR_NAMES.map((name) => [name, decimalSchema.optional()])) as Record<
    FactorName,
    z.ZodOptional<typeof decimalSchema>
  >),
}) as z.ZodType<Line>;

/** An Explanation as an event holds it. */
export const explanationSchema: z.ZodType<Explanation> = z.union([
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
