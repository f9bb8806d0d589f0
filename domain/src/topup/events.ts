import { z } from 'zod';
import { decimalSchema, quotaSchema, timeMsSchema, userIdSchema } from '../shared/schemas.ts';
import { reversalKindSchema } from './reversal-kind.ts';

/**
 * What an order's money was reckoned from: `units` whole US dollars of credit, rounded down; money = amount / quotaPerUnit x price x ratio, half up to the
 * currency's minor unit.
 */
export const topUpTermsSchema = z.strictObject({
  units: z.number().int().min(0),
  quotaPerUnit: decimalSchema,
  price: decimalSchema,
  ratio: decimalSchema,
});
export type TopUpTerms = z.infer<typeof topUpTermsSchema>;

const money = { moneyMinor: z.number().int().min(0), currency: z.string(), provider: z.string() };

/** Every event of a stream `topup-{tradeNo}` by type. Money in the currency's minor unit (cents); `provider` is the way of paying, `alipay` or `wxpay`. */
export const topUpEventSchemas = {
  TopUpRequested: z.strictObject({
    tradeNo: z.string().min(1),
    accountId: userIdSchema,
    amount: quotaSchema,
    ...money,
    /** How money and amount were reckoned (`pricedTopUp`). */
    terms: topUpTermsSchema.optional(),
  }),
  /** The claim: `amount` is credited to the account by a second append with source `topup-{tradeNo}`. */
  TopUpPaid: z.strictObject({
    tradeNo: z.string().min(1),
    accountId: userIdSchema,
    amount: quotaSchema,
    ...money,
    /** The payment's id at the provider. */
    providerRef: z.string().min(1).optional(),
    /** When the credit ends. */
    expiresAtMs: timeMsSchema.optional(),
    /** What the payer's inviter earns by it: `percent` of `amount`, half up. */
    commission: z.strictObject({ inviterId: userIdSchema, percent: decimalSchema, amount: quotaSchema }).optional(),
  }),
  /**
   * Money of the order went back, `amount` being its share of what was credited (half up; the last takes the rest), and `commission` that of the
   * inviter's. `undoes` names the reversal that has failed or was decided otherwise: its money stayed. The account's side is QuotaReversed. Written by
   * nobody yet.
   */
  TopUpReversed: z.strictObject({
    tradeNo: z.string().min(1),
    accountId: userIdSchema,
    reversalId: z.string().min(1),
    kind: reversalKindSchema,
    undoes: z.string().min(1).optional(),
    ...money,
    amount: quotaSchema,
    commission: quotaSchema.optional(),
  }),
  TopUpFailed: z.strictObject({ tradeNo: z.string().min(1), reason: z.string() }),
} as const;

type TopUpEventType = keyof typeof topUpEventSchemas;
export type TopUpEvent = {
  [Type in TopUpEventType]: { readonly type: Type; readonly data: z.infer<(typeof topUpEventSchemas)[Type]> };
}[TopUpEventType];

export type TopUpEventOf<Type extends TopUpEventType> = Extract<TopUpEvent, { type: Type }>;

export const topUpStream = (tradeNo: string): string => `topup-${tradeNo}`;
