import { z } from 'zod';

// What the release before told, member by member: what today's answers say beyond that is taken off. Members come out in this order, so that equal
// answers are equal texts.

const integer = z.number().int();
const text = z.string();

export const toldUser = z.object({
  id: integer,
  username: text,
  display_name: text,
  role: integer,
  status: integer,
  quota: integer,
  used_quota: integer,
  request_count: integer,
  group: text,
  aff_count: integer,
  aff_quota: integer,
  aff_history_quota: integer,
  DeletedAt: text.nullable(),
});

export const toldToken = z.object({
  id: integer,
  key: text,
  status: integer,
  name: text,
  remain_quota: integer,
  unlimited_quota: z.boolean(),
  used_quota: integer,
  accessed_time: integer,
});

export const toldLogRow = z.object({
  id: integer,
  user_id: integer,
  created_at: integer,
  type: integer,
  content: text,
  username: text,
  token_name: text,
  model_name: text,
  quota: integer,
  prompt_tokens: integer,
  completion_tokens: integer,
  cached_tokens: integer,
  use_time: integer,
  duration_ms: integer,
  is_stream: z.boolean(),
  channel: integer,
  channel_name: text,
  token_id: integer,
  group: text,
  other: text,
  amount: integer,
  request_id: text,
  position: integer,
});

export type LogRow = z.output<typeof toldLogRow>;

export const toldStatement = z.object({
  opening: integer,
  credits: integer,
  charges: integer,
  refunds: integer,
  adjustments: integer,
  closing: integer,
  entries: z.array(
    z.object({
      position: integer,
      at: integer,
      kind: text,
      type: text,
      amount: integer,
      balance: integer,
      text,
      request_id: text,
    }),
  ),
  next: integer.nullable(),
});
export type StatementEntry = z.output<typeof toldStatement>['entries'][number];

const decimal = text.nullable();

export const toldReceipt = z.object({
  request_id: text,
  log_id: integer.nullable(),
  user_id: integer,
  username: text,
  token_id: integer,
  token_name: text,
  group: text,
  model_asked: text,
  model_billed: text,
  stream: z.boolean(),
  interrupted: z.boolean(),
  arrived_at_ms: integer,
  first_token_ms: integer.nullable(),
  duration_ms: integer,
  usage: z.object({
    source: text,
    prompt: integer,
    completion: integer,
    cached_read: integer,
    cached_write: integer,
    audio_input: integer,
    audio_output: integer,
    image: integer,
    reasoning: integer,
  }),
  method: text,
  price_book_version: integer,
  ratios: z.object({
    model_ratio: decimal,
    completion_ratio: decimal,
    audio_ratio: decimal,
    audio_completion_ratio: decimal,
    model_price: decimal,
    group_ratio: text,
    quota_per_unit: decimal,
  }),
  lines: z.array(z.object({ what: text, quantity: text, factor: text, subtotal: text })),
  exact: text,
  rounding: text,
  rounding_difference: text,
  total: integer,
  balance_before: integer.nullable(),
  balance_after: integer.nullable(),
  ledger: z.object({ type: text, position: integer, stream: text, revision: integer }),
  corrections: z.array(z.object({ delta: integer, position: integer, at: integer })),
  channel_id: integer.nullable(),
  attempts: z
    .array(
      z.object({
        channel_id: integer,
        channel_name: text,
        status: integer,
        upstream_request_id: text,
        latency_ms: integer,
      }),
    )
    .nullable(),
  postings: z.array(z.object({ account: text, amount: integer })).nullable(),
});
export type Receipt = z.output<typeof toldReceipt>;

export const toldTrialBalance = z.object({
  accounts: z.array(z.object({ account: text, opening: integer, debits: integer, credits: integer, balance: integer })),
  total: integer,
});
export type TrialBalance = z.output<typeof toldTrialBalance>;

export const toldBucket = z.object({
  model_name: text,
  created_at: integer,
  token_used: integer,
  count: integer,
  quota: integer,
});

export const toldCode = z.object({
  id: integer,
  user_id: integer,
  key: text,
  status: integer,
  name: text,
  quota: integer,
  redeemed_time: integer,
  used_user_id: integer,
});
