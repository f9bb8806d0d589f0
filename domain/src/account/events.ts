import { z } from 'zod';
import { userId, type UserId } from '../shared/ids.ts';
import {
  byTokenSchema,
  codeIdSchema,
  leaseIdSchema,
  quotaSchema,
  sourceIdSchema,
  tillIdSchema,
  timeMsSchema,
  tokenIdSchema,
  userIdSchema,
} from '../shared/schemas.ts';
import { chargeSchema } from '../till/charge.ts';

/**
 * Every event of a stream `account-{accountId}` by type, with its data (docs/ledger.md#streams-and-events). Amounts are quota units, positive unless called
 * a delta.
 */
export const accountEventSchemas = {
  AccountOpened: z.strictObject({ userId: userIdSchema }),

  /** A gift at registration, or root's first balance. */
  QuotaGranted: z.strictObject({
    amount: quotaSchema,
    grant: z.enum(['new_user', 'invitee', 'first_user']),
    source: sourceIdSchema,
  }),
  QuotaToppedUp: z.strictObject({
    amount: quotaSchema,
    source: sourceIdSchema,
    tradeNo: z.string(),
    provider: z.string(),
    moneyMinor: z.number().int().min(0),
    currency: z.string(),
  }),
  RedemptionCredited: z.strictObject({ amount: quotaSchema, source: sourceIdSchema, codeId: codeIdSchema }),

  /** Earned by inviting; becomes spendable by InviteEarningsTransferred only. */
  InviteRewardAccrued: z.strictObject({ amount: quotaSchema, source: sourceIdSchema, inviteeId: userIdSchema }),
  InviteEarningsTransferred: z.strictObject({ amount: quotaSchema }),

  /**
   * `absolute` is there when a bare number was set: the number, and the till charges it was reckoned with (docs/ledger.md#numbers-that-are-set). `source` is
   * there when the change may be asked for again.
   */
  QuotaAdjusted: z.strictObject({
    delta: quotaSchema,
    actorId: userIdSchema,
    reason: z.string(),
    absolute: z.strictObject({ balance: quotaSchema, tillCharges: quotaSchema }).nullable(),
    source: sourceIdSchema.optional(),
  }),

  /**
   * `limit` is all that the token may ever use, null without limit; `version` is the token row's, or LAST_LIMIT_VERSION (deleted-tokens.ts) when it is
   * deleted.
   */
  TokenLimitSet: z.strictObject({
    tokenId: tokenIdSchema,
    limit: quotaSchema.nullable(),
    version: z.number().int().min(1),
  }),

  /** `tokenId` null: shared by all tokens without a limit. `amount` is the most that may be consumed under the lease, from its beginning. */
  LeaseGranted: z.strictObject({
    leaseId: leaseIdSchema,
    tillId: tillIdSchema,
    tokenId: tokenIdSchema.nullable(),
    amount: quotaSchema,
  }),
  /** The new `amount`, and what was consumed under the lease so far, acknowledged by the till. */
  LeaseResized: z.strictObject({
    leaseId: leaseIdSchema,
    amount: quotaSchema,
    consumed: quotaSchema,
    byToken: byTokenSchema,
  }),
  LeaseSettled: z.strictObject({ leaseId: leaseIdSchema, consumed: quotaSchema, byToken: byTokenSchema }),

  /** Quota given back for a charge: a failed task. */
  ConsumptionRefunded: z.strictObject({ amount: quotaSchema, source: sourceIdSchema, tokenId: tokenIdSchema }),
  /** What a charge should have been less what was charged; source = request id (docs/ledger.md#fences). */
  ConsumptionCorrected: z.strictObject({ delta: quotaSchema, source: sourceIdSchema, charge: chargeSchema }),
  /** A charge whose till was fenced before it could be recorded there; source = request id. */
  LateConsumptionRecorded: z.strictObject({ source: sourceIdSchema, charge: chargeSchema }),

  AccountClosed: z.strictObject({ actorId: userIdSchema }),

  /** The fold at this revision, so that a long stream need not be read from its beginning. Moves no quota. */
  AccountCheckpointed: z.strictObject({
    userId: userIdSchema,
    status: z.enum(['open', 'closed']),
    credits: quotaSchema,
    settled: quotaSchema,
    late: quotaSchema,
    earnings: quotaSchema,
    leases: z.array(
      z.strictObject({
        leaseId: leaseIdSchema,
        tillId: tillIdSchema,
        tokenId: tokenIdSchema.nullable(),
        amount: quotaSchema,
        consumed: quotaSchema,
        byToken: byTokenSchema,
        reportedAt: z.number().int().min(0),
      }),
    ),
    /** The revisions that granted them, in their order. Not told by earlier releases. */
    leasesGrantedAt: z.array(z.number().int().min(0)).optional(),
    tokens: z.array(
      z.strictObject({
        tokenId: tokenIdSchema,
        limit: quotaSchema.nullable(),
        version: z.number().int().min(0),
        used: quotaSchema,
        limitedAt: z.number().int().min(0),
      }),
    ),
    /** Deleted tokens that may still be reported, with the revision that said so, oldest first; not there when there are none. */
    deletedTokens: z.array(z.tuple([tokenIdSchema, z.number().int().min(0)])).optional(),
    /** Known sources of the last 30 days with the time they were seen, and the youngest older one. */
    sources: z.array(z.tuple([sourceIdSchema, timeMsSchema])),
    /** True when sources were left out, none younger than the oldest that is named: those are looked for in the stream. */
    sourcesForgotten: z.boolean(),
  }),
} as const;

type AccountEventType = keyof typeof accountEventSchemas;
export type AccountEvent = {
  [Type in AccountEventType]: { readonly type: Type; readonly data: z.infer<(typeof accountEventSchemas)[Type]> };
}[AccountEventType];
export type AccountEventOf<Type extends AccountEventType> = Extract<AccountEvent, { type: Type }>;

export const accountStream = (accountId: number): string => `account-${accountId}`;

/** Whose account a stream is; undefined when it is no account's. */
export function accountOfStream(stream: string): UserId | undefined {
  const id = /^account-(\d+)$/.exec(stream)?.[1];
  return id === undefined ? undefined : userId(Number(id));
}
