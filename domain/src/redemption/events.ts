import { z } from 'zod';
import { codeIdSchema, quotaSchema, timeMsSchema, userIdSchema } from '../shared/schemas.ts';
import { codeUseSchema, saleSchema } from './sale.ts';

/** How often a code may be used at most: its stream is read from its beginning at each use. */
const CODE_USES_MAX = 1_000;

/** Every event of a stream `redemption-{codeId}` by type. The code's text and name stand in the directory, never here. */
export const redemptionEventSchemas = {
  /**
   * `amount` is what one use is worth; each account may use it once, until `expiresAtMs`. What it credits ends `creditDays` after its use. Left out:
   * given away, without end.
   */
  CodeIssued: z.strictObject({
    codeId: codeIdSchema,
    amount: quotaSchema,
    actorId: userIdSchema,
    sale: saleSchema,
    expiresAtMs: timeMsSchema.optional(),
    creditDays: z.number().int().min(1).optional(),
    usesMax: z.number().int().min(1).max(CODE_USES_MAX),
  }),
  /** `amount` in place of `previousAmount`; of a code that is sold or has several uses it stays. */
  CodeEdited: z.strictObject({
    codeId: codeIdSchema,
    amount: quotaSchema,
    previousAmount: quotaSchema,
    actorId: userIdSchema,
  }),
  CodeDisabled: z.strictObject({ codeId: codeIdSchema, actorId: userIdSchema }),
  CodeEnabled: z.strictObject({ codeId: codeIdSchema, actorId: userIdSchema }),
  /** Taken back for ever, `amount` with it, of all uses that were left: a code that is deleted before it is used up. */
  CodeWithdrawn: z.strictObject({
    codeId: codeIdSchema,
    amount: quotaSchema,
    actorId: userIdSchema,
    sold: z.boolean(),
  }),
  /** Its time is over: `amount`, all that it was still worth, goes with it. `sold`: for money, which stays earned. Nobody writes it yet. */
  CodeExpired: z.strictObject({ codeId: codeIdSchema, amount: quotaSchema, sold: z.boolean() }),
  /**
   * The claim: `amount` is credited to the account by a second append with source `redemption-{codeId}`, from the second use on with `-{use}` behind it.
   * `expiresAtMs` is that of the credit.
   */
  CodeRedeemed: z.strictObject({
    codeId: codeIdSchema,
    amount: quotaSchema,
    accountId: userIdSchema,
    use: codeUseSchema,
    sale: saleSchema,
    expiresAtMs: timeMsSchema.optional(),
  }),
} as const;

type RedemptionEventType = keyof typeof redemptionEventSchemas;
export type RedemptionEvent = {
  [Type in RedemptionEventType]: { readonly type: Type; readonly data: z.infer<(typeof redemptionEventSchemas)[Type]> };
}[RedemptionEventType];

export type RedemptionEventOf<Type extends RedemptionEventType> = Extract<RedemptionEvent, { type: Type }>;

export const redemptionStream = (codeId: number): string => `redemption-${codeId}`;
