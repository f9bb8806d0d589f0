import { z } from 'zod';
import { codeIdSchema, quotaSchema, userIdSchema } from '../shared/schemas.ts';

/** Every event of a stream `redemption-{codeId}` by type. The code's text and name stand in the directory, never here. */
export const redemptionEventSchemas = {
  CodeIssued: z.strictObject({ codeId: codeIdSchema, amount: quotaSchema, actorId: userIdSchema }),
  /** `amount` in place of `previousAmount`. */
  CodeEdited: z.strictObject({
    codeId: codeIdSchema,
    amount: quotaSchema,
    previousAmount: quotaSchema,
    actorId: userIdSchema,
  }),
  CodeDisabled: z.strictObject({ codeId: codeIdSchema, actorId: userIdSchema }),
  CodeEnabled: z.strictObject({ codeId: codeIdSchema, actorId: userIdSchema }),
  /** Taken back for ever, `amount` with it: a code that is deleted before anybody has used it. */
  CodeWithdrawn: z.strictObject({ codeId: codeIdSchema, amount: quotaSchema, actorId: userIdSchema }),
  /** Its time is over: `amount`, all that it was still worth, goes with it. `sold`: for money, which stays earned. Nobody writes it yet. */
  CodeExpired: z.strictObject({ codeId: codeIdSchema, amount: quotaSchema, sold: z.boolean() }),
  /** The claim: `amount` is credited to the account by a second append with source `redemption-{codeId}`. */
  CodeRedeemed: z.strictObject({ codeId: codeIdSchema, amount: quotaSchema, accountId: userIdSchema }),
} as const;

type RedemptionEventType = keyof typeof redemptionEventSchemas;
export type RedemptionEvent = {
  [Type in RedemptionEventType]: { readonly type: Type; readonly data: z.infer<(typeof redemptionEventSchemas)[Type]> };
}[RedemptionEventType];

export type RedemptionEventOf<Type extends RedemptionEventType> = Extract<RedemptionEvent, { type: Type }>;

export const redemptionStream = (codeId: number): string => `redemption-${codeId}`;
