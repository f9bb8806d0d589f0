import { z } from 'zod';
import { userId, type UserId } from '../shared/ids.ts';
import {
  byTokenSchema,
  codeIdSchema,
  decimalSchema,
  leaseIdSchema,
  quotaSchema,
  requestIdSchema,
  sourceIdSchema,
  tillIdSchema,
  timeMsSchema,
  tokenIdSchema,
  userIdSchema,
} from '../shared/schemas.ts';
import { codeUseSchema, saleSchema } from '../redemption/sale.ts';
import { explanationSchema } from '../tariff/explanation.ts';
import { usageSchema } from '../tariff/usage-parts.ts';
import { chargeSchema } from '../till/charge.ts';
import { reversalKindSchema } from '../topup/reversal-kind.ts';

/** What a credit is worth to the books: bought, set by an administrator, or given away. In the order in which they are spent. */
export const LOT_KINDS = ['promotional', 'adjustment', 'paid'] as const;
export type LotKind = (typeof LOT_KINDS)[number];

/** When a credit ends; left out of one that never does. */
const expirySchema = timeMsSchema.optional();
/** Of events of one source: 0, 1, .. in the order of their charges. */
const sequence = z.number().int().min(0);
const budgetId = z.number().int().positive();
/** Left out where no budget holds. */
const leaseBudgetsSchema = z.array(z.tuple([budgetId, timeMsSchema])).optional();
const budget = {
  budgetId,
  /** null: of the account. */
  tokenId: tokenIdSchema.nullable(),
  window: z.enum(['5h', 'day', 'week', 'month']),
  /** IANA name. */
  zone: z.string().min(1),
  limit: quotaSchema.nullable(),
  version: z.number().int().min(1),
};

/**
 * Every event of a stream `account-{accountId}` by type, with its data (docs/ledger.md#streams-and-events). Amounts are quota units, positive unless called
 * a delta.
 */
export const accountEventSchemas = {
  AccountOpened: z.strictObject({ userId: userIdSchema }),

  /** A gift at registration, root's first balance, or what a balance was when it was brought in. */
  QuotaGranted: z.strictObject({
    amount: quotaSchema,
    grant: z.enum(['new_user', 'invitee', 'first_user', 'opening']),
    source: sourceIdSchema,
    expiresAtMs: expirySchema,
  }),
  QuotaToppedUp: z.strictObject({
    amount: quotaSchema,
    source: sourceIdSchema,
    tradeNo: z.string(),
    provider: z.string(),
    moneyMinor: z.number().int().min(0),
    currency: z.string(),
    expiresAtMs: expirySchema,
  }),
  RedemptionCredited: z.strictObject({
    amount: quotaSchema,
    source: sourceIdSchema,
    codeId: codeIdSchema,
    use: codeUseSchema,
    sale: saleSchema,
    expiresAtMs: expirySchema,
  }),
  /**
   * Money of a top-up that went back, below zero, or that stayed after all, above zero (TopUpReversed); `source` is `reversal-{tradeNo}-{reversalId}`.
   * Written by nobody yet.
   */
  QuotaReversed: z.strictObject({
    delta: quotaSchema,
    moneyMinor: z.number().int().min(0),
    tradeNo: z.string().min(1),
    reversalId: z.string().min(1),
    kind: reversalKindSchema,
    source: sourceIdSchema,
  }),
  /** What was left of a credit (named by the revision of its event) after its time; `source` is `expiry-{lot}`. Written by nobody yet. */
  CreditExpired: z.strictObject({
    lot: z.number().int().min(0),
    kind: z.enum(LOT_KINDS),
    amount: quotaSchema,
    source: sourceIdSchema,
    n: sequence,
  }),

  /** Earned by inviting; becomes spendable by InviteEarningsTransferred only. */
  InviteRewardAccrued: z.strictObject({ amount: quotaSchema, source: sourceIdSchema, inviteeId: userIdSchema }),
  /** A share (`percent`) of what somebody invited has paid; `source` is `commission-{tradeNo}`. Written by nobody yet. */
  CommissionAccrued: z.strictObject({
    amount: quotaSchema,
    source: sourceIdSchema,
    orderSource: sourceIdSchema,
    inviteeId: userIdSchema,
    percent: decimalSchema,
  }),
  /** Below zero where it is given back; earnings may fall below zero by it. `source` is `commission-{tradeNo}-{reversalId}`. Written by nobody yet. */
  CommissionReversed: z.strictObject({ amount: quotaSchema, source: sourceIdSchema, orderSource: sourceIdSchema }),
  /** `commission` is that part of `amount`, and 0 where it is left out. */
  InviteEarningsTransferred: z.strictObject({
    amount: quotaSchema,
    source: sourceIdSchema.optional(),
    commission: quotaSchema.optional(),
  }),

  /**
   * `absolute` is there when a bare number was set: the number, and the till charges it was reckoned with (docs/ledger.md#numbers-that-are-set). `source` is
   * there when the change may be asked for again; of one that `reverses` another (the id of its event) it is `reverse-{event id}`. `reference` is the
   * bookkeeper's own, `approvalId` names what allowed it.
   */
  QuotaAdjusted: z.strictObject({
    delta: quotaSchema,
    actorId: userIdSchema,
    reason: z.string(),
    absolute: z.strictObject({ balance: quotaSchema, tillCharges: quotaSchema }).nullable(),
    source: sourceIdSchema.optional(),
    reference: z.string().min(1).optional(),
    reverses: z.uuid().optional(),
    approvalId: z.string().min(1).optional(),
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

  /**
   * A budget of the account, or of one of its tokens, for each window of local time; `limit` null: it has ended. Kept as TokenLimitSet is: an older or equal
   * version does nothing. Written by nobody yet.
   */
  BudgetSet: z.strictObject(budget),

  /**
   * `tokenId` null: shared by all tokens without a limit. `amount` is the most that may be consumed under the lease, from its beginning. What is consumed
   * under it counts in `budgets`: their ids, and the beginning of the window that each was in then.
   */
  LeaseGranted: z.strictObject({
    leaseId: leaseIdSchema,
    tillId: tillIdSchema,
    tokenId: tokenIdSchema.nullable(),
    amount: quotaSchema,
    budgets: leaseBudgetsSchema,
  }),
  /** The new `amount`, and what was consumed under the lease so far, acknowledged by the till. */
  LeaseResized: z.strictObject({
    leaseId: leaseIdSchema,
    amount: quotaSchema,
    consumed: quotaSchema,
    byToken: byTokenSchema,
  }),
  LeaseSettled: z.strictObject({ leaseId: leaseIdSchema, consumed: quotaSchema, byToken: byTokenSchema }),

  /** Quota given back for a charge, that of `requestId` where it is known: a failed task. */
  ConsumptionRefunded: z.strictObject({
    amount: quotaSchema,
    source: sourceIdSchema,
    tokenId: tokenIdSchema,
    requestId: requestIdSchema.optional(),
  }),
  /** What an interrupted charge should have been less what it stood at; source = request id (docs/ledger.md#fences). */
  ConsumptionCorrected: z.strictObject({ delta: quotaSchema, source: sourceIdSchema, charge: chargeSchema }),
  /** A charge whose till was fenced before it could be recorded there; source = request id. */
  LateConsumptionRecorded: z.strictObject({ source: sourceIdSchema, charge: chargeSchema }),

  /**
   * A charge in suspense is known: it stood at `before` and stands at `after`, by the usage that the provider's bill states, or accepted as it was (`billId`
   * null). Once a charge; `source` is `settle-{id}`. Written by nobody yet.
   */
  SuspenseSettled: z.strictObject({
    requestId: requestIdSchema,
    tokenId: tokenIdSchema,
    billId: z.string().min(1).nullable(),
    usage: usageSchema,
    price: explanationSchema,
    before: quotaSchema,
    after: quotaSchema,
    source: sourceIdSchema,
    n: sequence,
  }),
  /**
   * A charge that stood at `before` stands at `after` by another price book; `suspended`: it is in suspense. `source` is `rerate-{rerateId}`. Written by nobody
   * yet.
   */
  ConsumptionRerated: z.strictObject({
    rerateId: z.string().min(1),
    requestId: requestIdSchema,
    tokenId: tokenIdSchema,
    delta: quotaSchema,
    before: quotaSchema,
    after: quotaSchema,
    price: explanationSchema,
    suspended: z.boolean(),
    source: sourceIdSchema,
    n: sequence,
  }),

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
        budgets: leaseBudgetsSchema,
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
    /** Of `earnings`; 0 where it is left out. */
    commission: quotaSchema.optional(),
    budgets: z
      .array(
        z.strictObject({
          ...budget,
          windowStartMs: timeMsSchema.nullable(),
          used: quotaSchema,
          /** By the beginnings of quarters of an hour. */
          late: z.array(z.tuple([timeMsSchema, quotaSchema])).optional(),
        }),
      )
      .optional(),
    /**
     * Known sources of the last 30 days with the time they were seen, and the youngest older one; of one that stands in many events the number of the last
     * (`n`) beside them.
     */
    sources: z.array(
      z.union([z.tuple([sourceIdSchema, timeMsSchema]), z.tuple([sourceIdSchema, timeMsSchema, sequence])]),
    ),
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
