import { z } from 'zod';
import { quotaSchema, userIdSchema } from '../shared/schemas.ts';

const money = { moneyMinor: z.number().int().min(0), currency: z.string(), provider: z.string() };

/** Every event of a stream `topup-{tradeNo}` by type. Money in the currency's minor unit (cents). */
export const topUpEventSchemas = {
  TopUpRequested: z.strictObject({
    tradeNo: z.string().min(1),
    accountId: userIdSchema,
    amount: quotaSchema,
    ...money,
  }),
  /** The claim: `amount` is credited to the account by a second append with source `topup-{tradeNo}`. */
  TopUpPaid: z.strictObject({ tradeNo: z.string().min(1), accountId: userIdSchema, amount: quotaSchema, ...money }),
  TopUpFailed: z.strictObject({ tradeNo: z.string().min(1), reason: z.string() }),
} as const;

type TopUpEventType = keyof typeof topUpEventSchemas;
export type TopUpEvent = {
  [Type in TopUpEventType]: { readonly type: Type; readonly data: z.infer<(typeof topUpEventSchemas)[Type]> };
}[TopUpEventType];

export type TopUpEventOf<Type extends TopUpEventType> = Extract<TopUpEvent, { type: Type }>;

export const topUpStream = (tradeNo: string): string => `topup-${tradeNo}`;
