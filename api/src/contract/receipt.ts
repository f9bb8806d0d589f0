import { CHARGE_NAME_CHARACTERS_MAX } from '@ledgate/domain/catalogue/limits';
import { RECEIPT_LINE_NAMES } from '@ledgate/domain/pricing/receipt-lines';
import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { quotaAnswer, textUpTo } from './fields.ts';
import { refusal, route } from './route.ts';

/** A decimal as text, exact. */
const decimal = z.string();
const count = z.number().int();

/** Tokens used, with their parts, and where the figures came from. */
const usagePartsSchema = z.object({
  source: z.enum(['provider', 'counted', 'estimated', 'interrupted']),
  prompt: count,
  completion: count,
  cached_read: count,
  cached_audio: count,
  /** For 5 minutes. */
  cached_write: count,
  cached_write_1h: count,
  audio_input: count,
  audio_output: count,
  /** Of pictures that came in. */
  image: count,
  video_input: count,
  image_output: count,
  reasoning: count,
  /** What is counted beside tokens, as far as there is any. */
  measured: z.array(
    z.object({
      what: z.enum([
        'images',
        'milliseconds',
        'characters',
        'pages',
        'queries',
        'searches',
        'file_searches',
        'code_sessions',
      ]),
      quantity: count,
    }),
  ),
});

/** One line of the receipt: `quantity` x `factor` = `subtotal`, exact decimals. `what` names it; texts are made in the console. */
const receiptLineSchema = z.object({
  what: z.enum(RECEIPT_LINE_NAMES),
  quantity: decimal,
  factor: decimal,
  subtotal: decimal,
});

export const postingSchema = z.object({
  /** `user:7:wallet`, `revenue`, ... */
  account: z.string(),
  amount: quotaAnswer,
});

/** Why a charge is what it is: enough to compute it again by hand. What only administrators see is null for others. */
export const receiptSchema = z.object({
  request_id: z.string(),
  /** Of the display row; null when the charge has none. */
  log_id: z.number().int().nullable(),
  user_id: z.number().int(),
  username: z.string(),
  token_id: z.number().int(),
  token_name: z.string(),
  group: z.string(),
  model_asked: z.string(),
  model_billed: z.string(),
  stream: z.boolean(),
  /** Charged by policy because nobody saw its end. */
  interrupted: z.boolean(),
  /** Unix milliseconds of its arrival. */
  arrived_at_ms: z.number().int(),
  first_token_ms: z.number().int().nullable(),
  duration_ms: z.number().int(),
  /** What its caller put on the call, by name. */
  tags: z.record(z.string(), z.string()),
  /** Of the end user that its caller named, a hash under a key of the installation; null where he named none. */
  end_user: z.string().nullable(),
  usage: usagePartsSchema,
  method: z.enum(['tokens', 'call', 'parts']),
  price_book_version: z.number().int(),
  /** The customer's rule that held; null where none did. */
  rule_id: z.string().nullable(),
  /** The tier that held: the tokens that the prompt was longer than; null where the model's own prices did. */
  tier: z.number().int().nullable(),
  /** The service tier by whose price or ratio it was charged; null for the standard one. */
  service_tier: z.string().nullable(),
  /** Decimals as in the price book; null where the method has no such factor. */
  ratios: z.object({
    model_ratio: decimal.nullable(),
    completion_ratio: decimal.nullable(),
    /** null: an audio token costs what a text token does. */
    audio_ratio: decimal.nullable(),
    audio_completion_ratio: decimal.nullable(),
    model_price: decimal.nullable(),
    group_ratio: decimal,
    quota_per_unit: decimal.nullable(),
  }),
  lines: z.array(receiptLineSchema),
  /**
   * What a million of its tokens cost in USD, by kind, with all ratios, the group's too; a price without an end is rounded to 12 places. Empty where
   * nothing was priced by tokens, or the ledger does not know how many quota units a dollar was.
   */
  per_million_tokens: z.array(z.object({ what: z.enum(RECEIPT_LINE_NAMES), tokens: count, price: decimal })),
  /** Before the one rounding. */
  exact: decimal,
  rounding: z.literal('half_up_minimum_1'),
  /** total - exact. */
  rounding_difference: decimal,
  total: quotaAnswer,
  balance_before: quotaAnswer.nullable(),
  balance_after: quotaAnswer.nullable(),
  ledger: z.object({ type: z.string(), position: z.number().int(), stream: z.string(), revision: z.number().int() }),
  /** What the charge should have been less what it was, when a request that had been charged as interrupted ended after all. */
  corrections: z.array(
    z.object({ delta: quotaAnswer, position: z.number().int(), /** Unix seconds. */ at: z.number().int() }),
  ),
  channel_id: z.number().int().nullable(),
  attempts: z
    .array(
      z.object({
        channel_id: z.number().int(),
        channel_name: z.string(),
        status: z.number().int(),
        upstream_request_id: z.string(),
        latency_ms: z.number().int(),
        outcome: z.enum(['answered', 'failed', 'cut']),
        /** Our code; null where nothing went wrong, or nothing is known of it. */
        error: z.string().nullable(),
        provider: z.string().nullable(),
        model_sent: z.string().nullable(),
        /** As the answer has it, where that is another name. */
        model_answered: z.string().nullable(),
        /** The number of the channel's key. */
        key_id: z.number().int().nullable(),
        upstream_answer_id: z.string(),
        /** What the provider says that it cost; `amount` is decimal text. */
        cost: z.object({ amount: z.string(), currency: z.string() }).nullable(),
        /** Milliseconds from the request's arrival. */
        start_ms: count.nullable(),
        /** Of a conversation that is known again: whether the channel and key that served it last were asked, or others. */
        affinity: z.enum(['kept', 'moved']).nullable(),
      }),
    )
    .nullable(),
  postings: z.array(postingSchema).nullable(),
});
export type Receipt = z.output<typeof receiptSchema>;

/** 32 bytes in base64. */
const hash = z.string();

/** That an event stands at its place in the newest tree of the ledger that is sealed (docs/behaviour.md#receipts). */
const proofSchema = z.object({
  index: count,
  /** Of the tree: what the checkpoint says. */
  size: count,
  /** When it was sealed, in Unix seconds. Nothing proves it. */
  at: count,
  /** From the leaf's sibling up to the root's child (RFC 6962). */
  hashes: z.array(hash),
  /** A signed note, with its end. */
  checkpoint: z.string(),
});

/** An event of the ledger, and its proof. */
const provedSchema = z.object({
  /** The exact text that the tree holds: canonical JSON without what is private. */
  leaf: z.string(),
  /** The rank among all events, from 0. */
  index: count,
  /** False: no seal covers it yet, and there is no proof. */
  sealed: z.boolean(),
  proof: proofSchema.nullable(),
});
export type Proved = z.output<typeof provedSchema>;

const receiptAnswerSchema = z.object({
  receipt: receiptSchema,
  ...provedSchema.shape,
  /** Which verifies the proof's checkpoint; without a proof the ledger's present key, null before it has one. */
  vkey: z.string().nullable(),
  /** What the charge comes to after all of `later`. */
  stands_at: quotaAnswer,
  /** Re-rates, settlements and refunds of the request, oldest first, 1,000 at most. */
  later: z.array(provedSchema),
  /** How many more of them there are, of which nothing is told: the receipt does not hold. Left out where there are none. */
  later_left_off: count.min(1).optional(),
  /** What the leaf has the hash of alone; left out for who only reads his own, and where nothing is private. */
  private: z.record(z.string(), z.json()).optional(),
});
export type ReceiptAnswer = z.output<typeof receiptAnswerSchema>;

/** Of a realtime session: each of its answers is a request with a receipt of its own. */
const sessionReceiptsSchema = z.object({ session_id: z.string(), request_ids: z.array(z.string()) });

const params = z.object({ requestId: textUpTo(CHARGE_NAME_CHARACTERS_MAX).min(1) });

export const receiptRoutes = {
  get: route({
    method: 'GET',
    path: '/api/receipt/{requestId}',
    ...ACCESS.receipt.get,
    summary:
      "The receipt of a request with its proof: one's own, everybody's for who holds finance or bookkeeping; of a realtime session its requests",
    params,
    data: z.union([receiptAnswerSchema, sessionReceiptsSchema]),
    /** `receipt_missing`: nothing was charged under this id, or to somebody else; which of them is not told. */
    refusal,
  }),
  file: route({
    method: 'GET',
    path: '/api/receipt/{requestId}/file',
    ...ACCESS.receipt.file,
    answers: 'file',
    fileTypes: ['text/plain'],
    summary: 'The proof of a receipt as a file (C2SP tlog-proof v1), with the leaf as its extra data',
    params,
    data: z.string(),
    /** `receipt_missing`; `size_not_sealed`: no seal covers it yet; `read_models_behind`: the read models do not hold yet what stands before it. */
    refusal,
    statuses: { 409: 'No seal covers it yet, or the read models do not hold yet what stands before it' },
  }),
} as const;
