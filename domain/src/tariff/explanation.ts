import type { PriceExplanation } from '../till/charge.ts';

/** Names of factors. `price` and `model_price` are USD a piece, `per_million` USD a million; all others are ratios. */
export type FactorName =
  | 'price'
  | 'model_price'
  | 'per_million'
  | 'model_ratio'
  | 'completion_ratio'
  | 'cache_read_ratio'
  | 'cache_write_ratio'
  | 'cache_write_1h_ratio'
  | 'audio_ratio'
  | 'audio_completion_ratio'
  | 'image_ratio'
  | 'size_ratio'
  | 'quality_ratio'
  | 'service_ratio';

/** What a line's quantity counts: tokens, or pieces. */
export type LineName =
  | 'input'
  | 'cached_read'
  | 'cached_audio'
  | 'cached_write'
  | 'cached_write_1h'
  | 'audio_input'
  | 'image_input'
  | 'video_input'
  | 'output'
  | 'reasoning'
  | 'audio_output'
  | 'image_output'
  | 'call'
  | 'images'
  | 'seconds'
  | 'seconds_as_tokens'
  | 'characters'
  | 'pages'
  | 'queries'
  | 'searches'
  | 'file_searches'
  | 'code_sessions';

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
