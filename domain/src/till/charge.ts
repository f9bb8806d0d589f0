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
import { explanationSchema } from '../tariff/explanation.ts';
import { type Usage, usageSchema } from '../tariff/usage-parts.ts';

export type { Usage };

/** A text from outside, as an event keeps it. */
const text = z.string().min(1).max(64);
/** An id from outside. */
const id = z.string().min(1).max(128);
const count = z.number().int().min(0);
const decimalAmount = z.strictObject({ amount: decimalSchema, currency: z.string().regex(/^[A-Z]{3}$/) });

/** One try at one channel. What is not known is left out. */
export const attemptSchema = z.strictObject({
  channelId: channelIdSchema,
  /** The number of the channel's key that was used. */
  keyId: z.number().int().min(1).optional(),
  /** The kind of upstream. */
  provider: text.optional(),
  /** The model's name as it went up, and as the answer has it. */
  modelSent: z.string().min(1).optional(),
  modelAnswered: id.optional(),
  /** Milliseconds from the request's arrival to its beginning. */
  startMs: count.optional(),
  /** To the head of the answer; where none came, to its end. */
  latencyMs: count,
  /** The upstream's HTTP status; 0 when none came. */
  status: count,
  /** cut: it was under way when its relay ended, or its caller left. */
  outcome: z.enum(['answered', 'failed', 'cut']),
  /** Our code of what went wrong. */
  error: text.optional(),
  /** The provider's ids: of the request by its answer's head, and of the answer. */
  upstreamRequestId: id.optional(),
  upstreamAnswerId: id.optional(),
  affinity: z.enum(['kept', 'moved']).optional(),
  /** Where it is not the charge's. */
  usage: usageSchema.optional(),
  /** What the provider says that it cost. */
  cost: decimalAmount.optional(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** 16 bytes in base64url, made at arrival: so that nobody finds attempts by trying what may be proved of them. Of all attempts of one request the same. */
export const privateSaltSchema = text;

/** What whoever made a request may state of it. */
const statedSchema = z.strictObject({
  /** Under a key of the installation: whoever the caller says he asks for. */
  endUser: text.optional(),
  tags: z.record(text, text).optional(),
  privateSalt: privateSaltSchema.optional(),
});

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
  reasoningEffort: text.optional(),
  /** As it was served. */
  serviceTier: text.optional(),
  /** Under a key of the installation, of a key that callers send so that a repetition is known. */
  idempotencyKeyHash: text.optional(),
  /** A realtime session, each of whose answers is a request `{sessionId}-{n}`. */
  sessionId: id.optional(),
  /** What was begun for a task that goes on after its answer. `taskId` is ours. */
  task: z.strictObject({ taskId: id, platform: text, action: text }).optional(),
  accountKind: text.optional(),
  memberId: userIdSchema.optional(),
  ...statedSchema.shape,
});
export type RequestFacts = z.infer<typeof requestFactsSchema>;

/** One metered request with its amount and everything that explains it. */
export const chargeSchema = requestFactsSchema.extend({
  usage: usageSchema,
  price: explanationSchema,
  amount: quotaSchema,
  /** Milliseconds from arrival to the first byte of the answer's content; null when none came. */
  firstTokenMs: z.number().int().min(0).nullable(),
  durationMs: z.number().int().min(0),
});
export type Charge = z.infer<typeof chargeSchema>;

/** What is known of a request whose attempts have all failed. Of the first schema nothing but `requestId`, `accountId` and `attempts`. */
export const failureFactsSchema = z.strictObject({
  tokenId: tokenIdSchema.optional(),
  group: z.string().optional(),
  modelAsked: z.string().optional(),
  stream: z.boolean().optional(),
  arrivedAtMs: timeMsSchema.optional(),
  durationMs: count.optional(),
  /** What its caller was told: the HTTP status, and our code. Left out where nobody was. */
  status: count.optional(),
  error: text.optional(),
  /** Option LogConsumeEnabled at its end. */
  logged: z.boolean().optional(),
  ...statedSchema.shape,
});
export type FailureFacts = z.infer<typeof failureFactsSchema>;
