import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { CREDIT_KINDS } from '@ledgate/domain/catalogue/credit-kinds';
import { STATEMENT_ENTRIES, STATEMENT_ENTRIES_MAX } from '@ledgate/domain/catalogue/limits';
import { idParam, numberInQuery, quotaAnswer, sizeInQuery, textInQuery, timeInQuery } from './fields.ts';
import { entryFactsSchema } from './ledger.ts';
import { refusal, route } from './route.ts';

/** What moves a balance, oldest first. */
const statementEntrySchema = z.object({
  position: z.number().int(),
  /** Unix seconds. */
  at: z.number().int(),
  /** The local day in which it counts, as in `charges_by_day`, whatever its own clock said; '' of what came before anything was posted. */
  day: z.string(),
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

/** Decimal text in USD with 6 places. */
const money = z.string();

const figures = {
  /** Unix seconds: from `start` (inclusive) to `end` (exclusive), also where a period was asked for. */
  start: z.number().int(),
  end: z.number().int(),
  /** Whose days are told, and whose period it was. */
  zone: z.string(),
  /** The ledger is told up to this position, and its last event there has this index. */
  position: z.number().int(),
  index: z.number().int(),
  opening: quotaAnswer,
  /** Sums of the whole range, also when `entries` is one page of it. */
  credits: quotaAnswer,
  charges: quotaAnswer,
  refunds: quotaAnswer,
  adjustments: quotaAnswer,
  closing: quotaAnswer,
  money: z.object({
    currency: z.literal('USD'),
    /** Decimal text, in force at the end. */
    quota_per_unit: z.string(),
    opening: money,
    credits: money,
    charges: money,
    refunds: money,
    adjustments: money,
    closing: money,
  }),
  credits_by_kind: z.array(
    z.object({
      kind: z.enum(CREDIT_KINDS),
      amount: quotaAnswer,
      count: z.number().int(),
    }),
  ),
  /** The largest first; a model of null stands for all others. Each of the three sums to the charges. */
  charges_by_model: z.array(
    z.object({
      /** The billed one; '' of what changed a charge whose model nobody knows. */
      model: z.string().nullable(),
      requests: z.number().int(),
      prompt_tokens: z.number().int(),
      completion_tokens: z.number().int(),
      amount: quotaAnswer,
    }),
  ),
  charges_by_token: z.array(
    z.object({
      /** 0: without one. null: all others. */
      token_id: z.number().int().nullable(),
      name: z.string(),
      requests: z.number().int(),
      amount: quotaAnswer,
    }),
  ),
  charges_by_day: z.array(z.object({ day: z.string(), requests: z.number().int(), amount: quotaAnswer })),
  /** Entries that came after a period was closed in which their time, or that of what they change, lies; `for_period` is its end in Unix seconds. */
  late: z.array(
    z.object({
      position: z.number().int(),
      at: z.number().int(),
      for_period: z.number().int(),
      amount: quotaAnswer,
    }),
  ),
  /** Periods that the range touches and that were opened again; without an id where an earlier release closed them. */
  reopened: z.array(z.object({ period_id: z.number().int().nullable(), at: z.number().int(), reason: z.string() })),
} as const;

/** `after` of the next page; null at the end. */
const next = z.number().int().nullable();

export const statementSchema = z.object({
  user_id: z.number().int(),
  username: z.string(),
  ...figures,
  entries: z.array(statementEntrySchema),
  next,
});
export type Statement = z.output<typeof statementSchema>;

const SCOPES = ['user', 'token', 'channel', 'group', 'all'] as const;

const scopedStatementSchema = z.object({
  scope: z.enum(SCOPES),
  /** Of a group its name; null of all. */
  id: z.union([z.number().int(), z.string()]).nullable(),
  /** What it is called; '' where nobody knows that any more, and of all. */
  name: z.string(),
  ...figures,
  /** With whose account each is on. */
  entries: z.array(statementEntrySchema.extend({ user_id: z.number().int(), username: z.string() })),
  next,
});
export type ScopedStatement = z.output<typeof scopedStatementSchema>;

const range = {
  start: timeInQuery,
  end: timeInQuery,
  /** In place of both: `YYYY`, `YYYY-MM` or `YYYY-MM-DD` in the zone. */
  period: textInQuery,
  /** IANA; UTC where left out. */
  zone: textInQuery,
};
const page = {
  after: numberInQuery(0, 0, Number.MAX_SAFE_INTEGER),
  limit: sizeInQuery(STATEMENT_ENTRIES, STATEMENT_ENTRIES_MAX),
};
const scope = { scope: textInQuery, id: textInQuery };

/** `json` where left out. */
export const FILE_FORMATS = ['json', 'csv', 'html'] as const;
const file = {
  answers: 'file',
  fileTypes: ['application/json', 'text/csv', 'text/html'],
  refusal,
} as const;
const format = { format: textInQuery };

export const statementRoutes = {
  self: route({
    method: 'GET',
    path: '/api/statement/self',
    ...ACCESS.statement.self,
    summary: "The caller's statement: opening balance, entries with running balance, closing balance",
    query: z.object({ ...range, ...page }),
    data: statementSchema,
    refusal,
  }),
  selfFile: route({
    method: 'GET',
    path: '/api/statement/self/file',
    ...ACCESS.statement.selfFile,
    ...file,
    summary: "The caller's statement with all its entries as a file: JSON, CSV, or a page that prints",
    query: z.object({ ...range, ...format }),
    data: statementSchema,
  }),
  user: route({
    method: 'GET',
    path: '/api/statement/{id}',
    ...ACCESS.statement.user,
    summary: "A user's statement",
    params: idParam,
    query: z.object({ ...range, ...page }),
    data: statementSchema,
    refusal,
  }),
  userFile: route({
    method: 'GET',
    path: '/api/statement/{id}/file',
    ...ACCESS.statement.userFile,
    ...file,
    summary: "A user's statement with all its entries as a file",
    params: idParam,
    query: z.object({ ...range, ...format }),
    data: statementSchema,
  }),
} as const;

export const financeRoutes = {
  statement: route({
    method: 'GET',
    path: '/api/finance/statement',
    ...ACCESS.finance.statement,
    summary:
      'The statement of a user, of a token, channel or group (its charges, opening with minus what was charged before), or of all',
    query: z.object({ ...scope, ...range, ...page }),
    data: scopedStatementSchema,
    refusal,
  }),
  statementFile: route({
    method: 'GET',
    path: '/api/finance/statement/file',
    ...ACCESS.finance.statementFile,
    ...file,
    summary: 'The same with all its entries as a file',
    query: z.object({ ...scope, ...range, ...format }),
    data: scopedStatementSchema,
  }),
} as const;
