import { z } from 'zod';
import {
  channelIdSchema,
  decimalSchema,
  leaseIdSchema,
  quotaSchema,
  requestIdSchema,
  timeMsSchema,
  tokenIdSchema,
  userIdSchema,
} from '../shared/schemas.ts';

/** One try at one channel. `status` is the upstream's HTTP status, 0 when none came; `upstreamRequestId` is '' when it gave none. */
export const attemptSchema = z.strictObject({
  channelId: channelIdSchema,
  status: z.number().int().min(0),
  upstreamRequestId: z.string(),
  latencyMs: z.number().int().min(0),
});
export type Attempt = z.infer<typeof attemptSchema>;

const count = z.number().int().min(0);

/**
 * What was used, in tokens. `prompt` and `completion` are the totals that are priced; the parts explain them and are 0 where unknown.
 * `source`: the provider's own figures; counted by us from the texts; estimated; or interrupted (charged by the option InterruptedPolicy).
 */
export const usageSchema = z.strictObject({
  source: z.enum(['provider', 'counted', 'estimated', 'interrupted']),
  prompt: count,
  completion: count,
  cachedRead: count,
  cachedWrite: count,
  audioInput: count,
  audioOutput: count,
  image: count,
  reasoning: count,
});
export type Usage = z.infer<typeof usageSchema>;

/**
 * How an amount came about, enough to compute it again (docs/billing.md#charge). `exact` is the amount in quota units before
 * the one rounding, which is half up to a whole unit, and at least 1 when above zero. All decimals are text, as in the price book. By tokens:
 * exact = (textIn + textOut x completionRatio + audioInput x audioRatio + audioOutput x audioRatio x audioCompletionRatio) x modelRatio x groupRatio,
 * where text is what of prompt and completion is no audio; without audio ratios all of it is text.
 */
export const priceExplanationSchema = z.discriminatedUnion('method', [
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

/** What is known of a metered request before it ends. `logged` is the option LogConsumeEnabled at its end (at its start for an interrupted one). */
export const requestFactsSchema = z.strictObject({
  requestId: requestIdSchema,
  accountId: userIdSchema,
  leaseId: leaseIdSchema,
  /** 0 when no token was used. */
  tokenId: tokenIdSchema,
  group: z.string(),
  modelAsked: z.string(),
  modelBilled: z.string(),
  /** Of the attempt that answered, or of the last one. */
  channelId: channelIdSchema,
  attempts: z.array(attemptSchema),
  stream: z.boolean(),
  logged: z.boolean(),
  arrivedAtMs: timeMsSchema,
  /** How hard a model was asked to think; left out where nobody said. */
  reasoningEffort: z.string().min(1).max(64).optional(),
});
export type RequestFacts = z.infer<typeof requestFactsSchema>;

/** One metered request with its amount and everything that explains it. */
export const chargeSchema = requestFactsSchema.extend({
  usage: usageSchema,
  price: priceExplanationSchema,
  amount: quotaSchema,
  /** Milliseconds from arrival to the first byte of the answer's content; null when none came. */
  firstTokenMs: z.number().int().min(0).nullable(),
  durationMs: z.number().int().min(0),
});
export type Charge = z.infer<typeof chargeSchema>;
