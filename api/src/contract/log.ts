import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import {
  CHARGE_NAME_CHARACTERS_MAX,
  LOG_OF_TOKEN_ROWS_MAX,
  PAGE_SIZE_MAX,
  REFUSED_CALLS_ROWS_MAX,
  TIME_S_MAX,
} from '@ledgate/domain/catalogue/limits';
import { LOG_ORDERS } from '@ledgate/domain/catalogue/list-orders';
import { ANY_LOG_TYPE, ANY_STATUS } from '@ledgate/domain/catalogue/log-types';
import { REFUSED_FOR } from '@ledgate/domain/catalogue/refused-calls';
import {
  leftOut,
  numberInQuery,
  orderQuery,
  page,
  pageFromOne,
  quotaAnswer,
  sizeInQuery,
  tagInQuery,
  textInQuery,
  textUpTo,
  timeInQuery,
  timeS,
} from './fields.ts';
import { receiptSchema } from './receipt.ts';
import { route } from './route.ts';

/** A display row (docs/billing.md#log-rows). */
const logSchema = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  created_at: timeS,
  type: z.number().int(),
  /** In the reader's language. */
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  /** What was charged; 0 for rows that are no consumption. */
  quota: quotaAnswer,
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Of prompt_tokens those that the provider read from its cache. */
  cached_tokens: z.number().int(),
  /** Whole seconds. */
  use_time: z.number().int(),
  /** The same in milliseconds. */
  duration_ms: z.number().int(),
  is_stream: z.boolean(),
  /** Channel id; 0 for who is no administrator. */
  channel: z.number().int(),
  channel_name: z.string(),
  token_id: z.number().int(),
  group: z.string(),
  /** JSON text: model_ratio, group_ratio, completion_ratio, model_price (-1: by ratio), frt, usage_source, tags and end_user (where its caller stated them),
   * admin_info (administrators only). Of a failed call status_code, error_code, tags, end_user, admin_info; '' of all others. */
  other: z.string(),
  /** The signed change of the balance; what a row without consumption is about. */
  amount: quotaAnswer,
  /** Of a consumption: asks for its explanation. Of a failed call the request's; '' otherwise. */
  request_id: z.string(),
  /** Place in the ledger. */
  position: z.number().int(),
});
export type Log = z.output<typeof logSchema>;

const HTTP_STATUS_MAX = 599;
const costInQuery = z.preprocess(Number, z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));
export const selfLogFilters = {
  type: numberInQuery(ANY_LOG_TYPE, 0, 100),
  token_name: textInQuery,
  model_name: textInQuery,
  start_timestamp: timeInQuery,
  end_timestamp: timeInQuery,
  group: textInQuery,
  tag: tagInQuery,
  request_id: textInQuery,
  /** What a call was answered with: 200 where it was charged; of a failed one what its caller was told, 499 where he had left. */
  status: numberInQuery(ANY_STATUS, 0, HTTP_STATUS_MAX),
  /** Quota units, both inclusive: of calls alone; a failed one cost nothing. */
  cost_min: leftOut(costInQuery),
  cost_max: leftOut(costInQuery),
};
export const allLogFilters = {
  ...selfLogFilters,
  username: textInQuery,
  channel: numberInQuery(0, 0, Number.MAX_SAFE_INTEGER),
};
const pageQuery = { p: pageFromOne, page_size: sizeInQuery(10, PAGE_SIZE_MAX), ...orderQuery(LOG_ORDERS) };
const stat = z.object({
  /** The ledger is told up to this position. */
  position: z.number().int(),
  /** Of the rows of consumption that the filter leaves, whatever `type` it asks for. */
  quota: quotaAnswer,
  /** Of the last 60 s, whatever the range. */
  rpm: z.number().int(),
  tpm: z.number().int(),
  /** Of everything that was charged in the range, to the user that is asked for or to all, as dashboards and statements say; other filters do not narrow it. */
  charged: quotaAnswer,
  /** Of `charged`: what has no row any more, since the log was cleaned. */
  cleaned: quotaAnswer,
  /** Of `charged`: what never had a row, since consumption was not being logged. */
  unlogged: quotaAnswer,
  /** Whether `quota` is all of `charged`: nothing was cleaned or not logged, and the filter names no more than a user and a range. */
  complete: z.boolean(),
  /** Calls that were refused before any provider was asked; only user, key and range narrow them. */
  refused: z.number().int(),
});
const refusedCalls = z.object({
  /** Of all calls that the filter leaves. */
  total: z.number().int(),
  /** Newest hours first. */
  items: z.array(
    z.object({
      /** The hour's beginning. */
      hour: timeS,
      /** '' where no key was known. */
      username: z.string(),
      /** '' where no key was known, or more keys were refused than are told apart. */
      token_name: z.string(),
      reason: z.enum(REFUSED_FOR),
      count: z.number().int(),
    }),
  ),
  /** Whether `items` has every row. */
  complete: z.boolean(),
});
const refusedFilters = { token_name: textInQuery, start_timestamp: timeInQuery, end_timestamp: timeInQuery };
/** A row's id, or a request id. */
const chargeParam = z.object({ charge: textUpTo(CHARGE_NAME_CHARACTERS_MAX).min(1) });

export const logRoutes = {
  list: route({
    method: 'GET',
    path: '/api/log/',
    ...ACCESS.log.list,
    summary:
      'Display rows of everybody, newest first where nothing else is asked for; model_name may hold % as a wildcard',
    query: z.object({ ...pageQuery, ...allLogFilters }),
    data: page(logSchema),
  }),
  listSelf: route({
    method: 'GET',
    path: '/api/log/self',
    ...ACCESS.log.listSelf,
    summary: "The caller's display rows, newest first where nothing else is asked for",
    query: z.object({ ...pageQuery, ...selfLogFilters }),
    data: page(logSchema),
  }),
  stat: route({
    method: 'GET',
    path: '/api/log/stat',
    ...ACCESS.log.stat,
    summary: 'Sum in the range and what it leaves out, calls refused in it, requests and tokens of the last minute',
    query: z.object(allLogFilters),
    data: stat,
  }),
  statSelf: route({
    method: 'GET',
    path: '/api/log/self/stat',
    ...ACCESS.log.statSelf,
    summary: 'The same of the caller alone',
    query: z.object(selfLogFilters),
    data: stat,
  }),
  refused: route({
    method: 'GET',
    path: '/api/log/refused',
    ...ACCESS.log.refused,
    summary: `Calls that were refused before any provider was asked, by hour, key and reason; at most ${REFUSED_CALLS_ROWS_MAX} rows`,
    query: z.object({ ...refusedFilters, username: textInQuery }),
    data: refusedCalls,
  }),
  refusedSelf: route({
    method: 'GET',
    path: '/api/log/self/refused',
    ...ACCESS.log.refusedSelf,
    summary: 'The same of the caller alone',
    query: z.object(refusedFilters),
    data: refusedCalls,
  }),
  search: route({
    method: 'GET',
    path: '/api/log/search',
    ...ACCESS.log.search,
    summary: 'At most 100 rows by type or a part of the text',
    query: z.object({ keyword: textInQuery }),
    data: z.array(logSchema),
  }),
  searchSelf: route({
    method: 'GET',
    path: '/api/log/self/search',
    ...ACCESS.log.searchSelf,
    summary: 'The same of the caller alone',
    query: z.object({ keyword: textInQuery }),
    data: z.array(logSchema),
  }),
  /** Of outside tools, from pages of any origin: who has a key has what its calls were. */
  ofToken: route({
    method: 'GET',
    path: '/api/log/token',
    ...ACCESS.log.ofToken,
    anyOrigin: true,
    summary: `Display rows of one API key, with or without sk-, newest first; at most ${LOG_OF_TOKEN_ROWS_MAX}`,
    query: z.object({ key: textInQuery }),
    data: z.array(logSchema),
  }),
  explanationSelf: route({
    method: 'GET',
    path: '/api/log/self/{charge}/explanation',
    ...ACCESS.log.explanationSelf,
    summary: "The receipt of one of the caller's charges",
    params: chargeParam,
    data: receiptSchema,
  }),
  explanation: route({
    method: 'GET',
    path: '/api/log/{charge}/explanation',
    ...ACCESS.log.explanation,
    summary: 'The receipt of a charge, with attempts and postings',
    params: chargeParam,
    data: receiptSchema,
  }),
  clean: route({
    method: 'DELETE',
    path: '/api/log/',
    ...ACCESS.log.clean,
    summary: 'Takes away display rows older than a time; ledger, balances and dashboards stay; answers how many',
    query: z.object({ target_timestamp: numberInQuery(0, 1, TIME_S_MAX) }),
    data: z.number().int(),
  }),
} as const;
