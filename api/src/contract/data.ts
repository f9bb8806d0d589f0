import { z } from 'zod';
import * as ACCESS from './who-may.ts';
import { numberInQuery, quotaAnswer, textInQuery, timeInQuery } from './fields.ts';
import { route } from './route.ts';

const HOUR_S = 3_600;
const QUARTER_S = 900;

/** Consumption of one model in one step of time; of one user, or of all when `user_id` is 0. */
const bucketSchema = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  username: z.string(),
  model_name: z.string(),
  /** Unix seconds of the step's start, also where the range begins within it. */
  created_at: z.number().int(),
  token_used: z.number().int(),
  count: z.number().int(),
  quota: quotaAnswer,
});
export type Bucket = z.output<typeof bucketSchema>;

/** Both ends are inclusive, to the second. */
const range = {
  start_timestamp: timeInQuery,
  end_timestamp: timeInQuery,
  default_time: textInQuery,
  /** Seconds: 3600, or 900 for a zone whose days do not begin at a full hour (UTC). */
  step: numberInQuery(HOUR_S, QUARTER_S, HOUR_S).refine((step) => step === HOUR_S || step === QUARTER_S),
};

/** The ledger is told up to this position; a refusal tells of none. */
const beside = z.object({ position: z.number().int().optional() });

export const dataRoutes = {
  all: route({
    method: 'GET',
    path: '/api/data/',
    ...ACCESS.data.all,
    summary: 'Consumption by hour, or by quarter of an hour, and model, of all or of one user',
    query: z.object({ ...range, username: textInQuery }),
    data: z.array(bucketSchema),
    beside,
  }),
  self: route({
    method: 'GET',
    path: '/api/data/self',
    ...ACCESS.data.self,
    summary: "The caller's consumption by hour, or by quarter of an hour, and model, 30 days at most",
    query: z.object(range),
    data: z.array(bucketSchema),
    beside,
  }),
  dashboard: route({
    method: 'GET',
    path: '/api/dashboard/self',
    ...ACCESS.data.dashboard,
    summary:
      'The tiles of the dashboard; today begins at midnight UTC unless `day_start` (Unix seconds) says otherwise',
    query: z.object({ day_start: timeInQuery }),
    data: z.object({
      balance: quotaAnswer,
      used_quota: quotaAnswer,
      request_count: z.number().int(),
      today: z.object({ quota: quotaAnswer, requests: z.number().int(), tokens: z.number().int() }),
      rpm: z.number().int(),
      tpm: z.number().int(),
      /** Unix seconds. */
      day_start: z.number().int(),
      /** What is of today is told of the ledger up to this position. */
      position: z.number().int(),
    }),
  }),
} as const;
