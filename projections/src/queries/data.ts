import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { oneRow, type Queryable, rows } from '../directory/database.ts';
import { every, sql } from '../directory/sql.ts';
import { DATA_BUCKETS_MAX } from '../limits.ts';

/** Consumption of one model in one hour: every charge, logged or not. `userId` 0: of all users. */
export type UsageBucket = {
  readonly userId: number;
  readonly modelName: string;
  /** Unix seconds of the hour's start (UTC). */
  readonly hourS: number;
  readonly count: number;
  readonly quota: Quota;
  /** Prompt and completion. */
  readonly tokens: number;
};

type BucketRead = { user_id: number; model_name: string; hour_s: number; count: number; quota: number; tokens: number };
const bucketFrom = (row: BucketRead): UsageBucket =>
  ({ userId: row.user_id, modelName: row.model_name, hourS: row.hour_s, count: row.count, quota: quota(row.quota), tokens: row.tokens });

/** Unix seconds; hours that begin in it, both ends inclusive. */
export type HourRange = { readonly fromS: number; readonly toS: number };

/** By model and hour over all users (contract A.8, /api/data), oldest first. */
export async function usageOfAll(db: Queryable, { fromS, toS }: HourRange): Promise<readonly UsageBucket[]> {
  return (await rows<BucketRead>(db, sql`
    select 0::bigint as user_id, model_name, hour_s, count, quota, tokens from readmodel.usage_model_hour
    where hour_s between ${fromS - (fromS % 3_600)} and ${toS} order by hour_s, model_name limit ${DATA_BUCKETS_MAX}`)).map(bucketFrom);
}

/** By model and hour of one user, oldest first. */
export async function usageOfUser(db: Queryable, userId: UserId, { fromS, toS }: HourRange): Promise<readonly UsageBucket[]> {
  return (await rows<BucketRead>(db, sql`
    select user_id, model_name, hour_s, count, quota, tokens from readmodel.usage_user_model_hour
    where user_id = ${userId} and hour_s between ${fromS - (fromS % 3_600)} and ${toS} order by hour_s, model_name limit ${DATA_BUCKETS_MAX}`)).map(bucketFrom);
}

export type UsageTotals = { readonly quota: Quota; readonly requests: number; readonly tokens: number };

/** Consumption from the hour of `fromS` on, of one user or of all: a tile. */
export async function usageSince(db: Queryable, userId: UserId | undefined, fromS: number): Promise<UsageTotals> {
  const hour = sql`hour_s >= ${fromS - (fromS % 3_600)}`;
  const source = userId === undefined
    ? sql`readmodel.usage_model_hour where ${hour}`
    : sql`readmodel.usage_user_model_hour where ${every([sql`user_id = ${userId}`, hour])}`;
  const found = await oneRow<{ quota: number; requests: number; tokens: number }>(db, sql`
    select coalesce(sum(quota), 0)::bigint as quota, coalesce(sum(count), 0)::bigint as requests, coalesce(sum(tokens), 0)::bigint as tokens from ${source}`);
  return { ...found, quota: quota(found.quota) };
}

export type UsageDay = { readonly dayS: number; readonly count: number; readonly quota: Quota; readonly tokens: number };

/** By day (UTC) of one user, for long ranges; oldest first. */
export async function usageDaysOfUser(db: Queryable, userId: UserId, { fromS, toS }: HourRange): Promise<readonly UsageDay[]> {
  const found = await rows<{ day_s: number; count: number; quota: number; tokens: number }>(db, sql`
    select day_s, count, quota, tokens from readmodel.usage_user_day
    where user_id = ${userId} and day_s between ${fromS - (fromS % 86_400)} and ${toS} order by day_s limit ${DATA_BUCKETS_MAX}`);
  return found.map(({ day_s, ...rest }) => ({ ...rest, dayS: day_s, quota: quota(rest.quota) }));
}

/** By model and day (UTC) over all users, for long ranges; oldest first. */
export async function usageDaysOfAll(db: Queryable, { fromS, toS }: HourRange): Promise<readonly (UsageDay & { readonly modelName: string })[]> {
  const found = await rows<{ day_s: number; model_name: string; count: number; quota: number; tokens: number }>(db, sql`
    select day_s, model_name, count, quota, tokens from readmodel.usage_model_day
    where day_s between ${fromS - (fromS % 86_400)} and ${toS} order by day_s, model_name limit ${DATA_BUCKETS_MAX}`);
  return found.map(({ day_s, model_name, ...rest }) => ({ ...rest, dayS: day_s, modelName: model_name, quota: quota(rest.quota) }));
}
