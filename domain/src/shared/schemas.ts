import { z } from 'zod';
import type { ChannelId, CodeId, LeaseId, RequestId, SourceId, TillId, TokenId, UserId } from './ids.ts';
import type { Quota } from './quota.ts';

// Schemas of the branded values, for event types and contracts. Each checks what its brand promises.
const positiveId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const quotaSchema = z
  .number()
  .int()
  .min(Number.MIN_SAFE_INTEGER)
  .max(Number.MAX_SAFE_INTEGER)
  .transform((value) => value as Quota);
export const userIdSchema = positiveId.transform((value) => value as UserId);
export const tokenIdSchema = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .transform((value) => value as TokenId);
export const channelIdSchema = positiveId.transform((value) => value as ChannelId);
export const codeIdSchema = positiveId.transform((value) => value as CodeId);
export const leaseIdSchema = z
  .string()
  .min(1)
  .transform((value) => value as LeaseId);
export const tillIdSchema = z
  .string()
  .min(1)
  .transform((value) => value as TillId);
export const requestIdSchema = z
  .string()
  .min(1)
  .transform((value) => value as RequestId);
export const sourceIdSchema = z
  .string()
  .min(1)
  .transform((value) => value as SourceId);

/** Unix milliseconds. */
export const timeMsSchema = z.number().int().min(0);

/** A non-negative decimal as text, exactly as it stands in the price book: `1.3333333333333333`. */
export const decimalSchema = z.string().regex(/^\d+(\.\d+)?$/);

/** Quota by token id; the key 0 stands for charges without a token. */
export const byTokenSchema = z.record(z.string(), quotaSchema);
export type ByToken = Readonly<Record<string, Quota>>;
