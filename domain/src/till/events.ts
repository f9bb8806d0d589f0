import type { TillId } from '../shared/ids.ts';
import { z } from 'zod';
import { quotaSchema, requestIdSchema, tillIdSchema, timeMsSchema, userIdSchema } from '../shared/schemas.ts';
import { attemptSchema, chargeSchema, failureFactsSchema, requestFactsSchema } from './charge.ts';
import { explanationSchema } from '../tariff/explanation.ts';
import { usageSchema } from '../tariff/usage-parts.ts';

/** A charge by policy for a request whose end nobody saw: usage and amount of one choice of the option InterruptedPolicy. */
const interruptedChargeSchema = z.strictObject({
  usage: usageSchema,
  price: explanationSchema,
  amount: quotaSchema,
});
export type InterruptedCharge = z.infer<typeof interruptedChargeSchema>;

/** Every event of a stream `till-{tillId}` by type, with its data (docs/ledger.md#streams-and-events). */
export const tillEventSchemas = {
  TillOpened: z.strictObject({ tillId: tillIdSchema, relayId: z.string().min(1), openedAtMs: timeMsSchema }),

  /**
   * A request that runs longer than a second. `prompt` and `reservation` are what a fence charges under the policies of
   * those names. A further one replaces it.
   */
  ConsumptionStarted: requestFactsSchema.extend({
    reserved: quotaSchema,
    interrupted: z.strictObject({ prompt: interruptedChargeSchema, reservation: interruptedChargeSchema }),
  }),
  /** `interrupted`: written by a worker for a request that its relay could not end. */
  ConsumptionRecorded: chargeSchema.extend({ interrupted: z.boolean() }),
  /** The request ended without a charge; these attempts cost the operator something. */
  AttemptsFailed: z.strictObject({
    requestId: requestIdSchema,
    accountId: userIdSchema,
    attempts: z.array(attemptSchema),
    ...failureFactsSchema.shape,
  }),

  /** From here on only the worker writes. */
  TillFenced: z.strictObject({ by: z.string().min(1), reason: z.string() }),
  TillClosed: z.strictObject({ charges: z.number().int().min(0), amount: quotaSchema }),
} as const;

type TillEventType = keyof typeof tillEventSchemas;
export type TillEvent = {
  [Type in TillEventType]: { readonly type: Type; readonly data: z.infer<(typeof tillEventSchemas)[Type]> };
}[TillEventType];
export type TillEventOf<Type extends TillEventType> = Extract<TillEvent, { type: Type }>;

const PREFIX = 'till-';
export const tillStream = (tillId: string): string => `${PREFIX}${tillId}`;

/** undefined for a stream of another kind. */
export const tillOfStream = (stream: string): TillId | undefined =>
  stream.startsWith(PREFIX) ? (stream.slice(PREFIX.length) as TillId) : undefined;
