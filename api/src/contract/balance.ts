import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { TIME_S_MAX } from '@ledgate/domain/catalogue/limits';
import { idParam, leftOut, numberInQuery, quotaAnswer, textInQuery } from './fields.ts';
import { refusal, route } from './route.ts';

const S_MS = 1_000;

/** By which time an instant is meant: that of events, or that at which the store wrote them. The first is the default. */
export const BASES = ['event', 'recorded'] as const;

const balanceAtSchema = z.object({
  user_id: z.number().int(),
  username: z.string(),
  /** null where no instant was asked for. */
  basis: z.enum(BASES).nullable(),
  /** Unix milliseconds, as it was asked for. */
  at_ms: z.number().int().nullable(),
  /** All of the ledger up to this position is told and nothing behind it; its last event there has this index, -1 where there is none. */
  position: z.number().int(),
  index: z.number().int(),
  /** credits - used. */
  balance: quotaAnswer,
  /** All that is no use: what was given, paid, redeemed, adjusted. */
  credits: quotaAnswer,
  /** Charges less refunds. */
  used: quotaAnswer,
  /** What inviting had earned and was not transferred. */
  earnings: quotaAnswer,
  /** null where none was asked for. */
  token: z
    .object({
      token_id: z.number().int(),
      /** All it might ever use, and what remained of that; null without a limit. */
      limit: quotaAnswer.nullable(),
      /** Its charges; what is given back does not lower it. */
      used: quotaAnswer,
      remain: quotaAnswer.nullable(),
    })
    .nullable(),
});
export type BalanceAt = z.output<typeof balanceAtSchema>;

const query = z.object({
  /** Unix milliseconds; the present where neither it nor `position` is given. */
  at_ms: leftOut(
    z.coerce
      .number()
      .int()
      .min(0)
      .max(TIME_S_MAX * S_MS),
  ),
  basis: textInQuery,
  /** In place of an instant: up to this position, and with it. */
  position: leftOut(z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)),
  /** With what this token had used and might use; 0: none. */
  token_id: numberInQuery(0, 0, Number.MAX_SAFE_INTEGER),
});

export const balanceRoutes = {
  self: route({
    method: 'GET',
    path: '/api/ledger/balance/self',
    ...ACCESS.balance.self,
    summary:
      "The caller's balance at an instant, by the times of events or by what was recorded then, or at a position",
    query,
    data: balanceAtSchema,
    refusal,
  }),
  user: route({
    method: 'GET',
    path: '/api/ledger/balance/{id}',
    ...ACCESS.balance.user,
    summary: "A user's balance at an instant, by the times of events or by what was recorded then, or at a position",
    params: idParam,
    query,
    data: balanceAtSchema,
    refusal,
  }),
} as const;
