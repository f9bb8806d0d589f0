import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { STATEMENT_ENTRIES, STATEMENT_ENTRIES_MAX } from '@ledgate/domain/catalogue/limits';
import { idParam, numberInQuery, quotaAnswer, sizeInQuery, timeInQuery } from './fields.ts';
import { entryFactsSchema } from './ledger.ts';
import { route } from './route.ts';

/** What moves a balance, oldest first. */
const statementEntrySchema = z.object({
  position: z.number().int(),
  /** Unix seconds. */
  at: z.number().int(),
  /** What it is: colours and sentences follow from it. */
  kind: z.enum(['credit', 'charge', 'refund', 'adjustment']),
  type: z.string(),
  /** Signed change of the balance. */
  amount: quotaAnswer,
  /** After it. */
  balance: quotaAnswer,
  text: z.string(),
  facts: entryFactsSchema,
  /** Of a charge; '' otherwise. */
  request_id: z.string(),
});
export type StatementEntry = z.output<typeof statementEntrySchema>;

export const statementSchema = z.object({
  user_id: z.number().int(),
  username: z.string(),
  /** Unix seconds: from `start` (inclusive) to `end` (exclusive). */
  start: z.number().int(),
  end: z.number().int(),
  opening: quotaAnswer,
  /** Sums of the whole range, also when `entries` is one page of it. */
  credits: quotaAnswer,
  charges: quotaAnswer,
  refunds: quotaAnswer,
  adjustments: quotaAnswer,
  closing: quotaAnswer,
  entries: z.array(statementEntrySchema),
  /** `after` of the next page; null at the end. */
  next: z.number().int().nullable(),
});
export type Statement = z.output<typeof statementSchema>;

const query = z.object({
  start: timeInQuery,
  end: timeInQuery,
  after: numberInQuery(0, 0, Number.MAX_SAFE_INTEGER),
  limit: sizeInQuery(STATEMENT_ENTRIES, STATEMENT_ENTRIES_MAX),
});

export const statementRoutes = {
  self: route({
    method: 'GET',
    path: '/api/statement/self',
    ...ACCESS.statement.self,
    summary: "The caller's statement: opening balance, entries with running balance, closing balance",
    query,
    data: statementSchema,
  }),
  user: route({
    method: 'GET',
    path: '/api/statement/{id}',
    ...ACCESS.statement.user,
    summary: "A user's statement",
    params: idParam,
    query,
    data: statementSchema,
  }),
} as const;
