import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { DATA_BUCKETS_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';

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
const bucketFrom = (row: BucketRead): UsageBucket => ({
  userId: row.user_id,
  modelName: row.model_name,
  hourS: row.hour_s,
  count: row.count,
  quota: quota(row.quota),
  tokens: row.tokens,
});

/** Unix seconds; hours that begin in it, both ends inclusive. */
export type HourRange = { readonly fromS: number; readonly toS: number };

/** By model and hour over all users (contract A.8, /api/data), oldest first. */
export async function usageOfAll(db: Queryable, { fromS, toS }: HourRange): Promise<readonly UsageBucket[]> {
  return (
    await rows<BucketRead>(
      db,
      query(`${READ_MODELS}.usage_model_hour`)
        .select(query.raw('0::bigint as user_id'), 'model_name', 'hour_s', 'count', 'quota', 'tokens')
        .whereBetween('hour_s', [fromS - (fromS % 3_600), toS])
        .orderBy(['hour_s', 'model_name'])
        .limit(DATA_BUCKETS_MAX),
    )
  ).map(bucketFrom);
}

/** By model and hour of one user, oldest first. */
export async function usageOfUser(
  db: Queryable,
  userId: UserId,
  { fromS, toS }: HourRange,
): Promise<readonly UsageBucket[]> {
  return (
    await rows<BucketRead>(
      db,
      query(`${READ_MODELS}.usage_user_model_hour`)
        .select('user_id', 'model_name', 'hour_s', 'count', 'quota', 'tokens')
        .where({ user_id: userId })
        .whereBetween('hour_s', [fromS - (fromS % 3_600), toS])
        .orderBy(['hour_s', 'model_name'])
        .limit(DATA_BUCKETS_MAX),
    )
  ).map(bucketFrom);
}

export type UsageTotals = { readonly quota: Quota; readonly requests: number; readonly tokens: number };

/** Consumption from the hour of `fromS` on, of one user or of all: a tile. */
export async function usageSince(db: Queryable, userId: UserId | undefined, fromS: number): Promise<UsageTotals> {
  const buckets =
    userId === undefined
      ? query(`${READ_MODELS}.usage_model_hour`)
      : query(`${READ_MODELS}.usage_user_model_hour`).where({ user_id: userId });
  const found = await oneRow<{ quota: number; requests: number; tokens: number }>(
    db,
    buckets.where('hour_s', '>=', fromS - (fromS % 3_600)).select(
      query.raw(`
    coalesce(sum(quota), 0)::bigint as quota, coalesce(sum(count), 0)::bigint as requests, coalesce(sum(tokens), 0)::bigint as tokens`),
    ),
  );
  return { ...found, quota: quota(found.quota) };
}

export type UsageDay = {
  readonly dayS: number;
  readonly count: number;
  readonly quota: Quota;
  readonly tokens: number;
};

/** By day (UTC) of one user, for long ranges; oldest first. */
export async function usageDaysOfUser(
  db: Queryable,
  userId: UserId,
  { fromS, toS }: HourRange,
): Promise<readonly UsageDay[]> {
  const found = await rows<{ day_s: number; count: number; quota: number; tokens: number }>(
    db,
    query(`${READ_MODELS}.usage_user_day`)
      .select('day_s', 'count', 'quota', 'tokens')
      .where({ user_id: userId })
      .whereBetween('day_s', [fromS - (fromS % 86_400), toS])
      .orderBy('day_s')
      .limit(DATA_BUCKETS_MAX),
  );
  return found.map(({ day_s, ...rest }) => ({ ...rest, dayS: day_s, quota: quota(rest.quota) }));
}

/** By model and day (UTC) over all users, for long ranges; oldest first. */
export async function usageDaysOfAll(
  db: Queryable,
  { fromS, toS }: HourRange,
): Promise<readonly (UsageDay & { readonly modelName: string })[]> {
  const found = await rows<{ day_s: number; model_name: string; count: number; quota: number; tokens: number }>(
    db,
    query(`${READ_MODELS}.usage_model_day`)
      .select('day_s', 'model_name', 'count', 'quota', 'tokens')
      .whereBetween('day_s', [fromS - (fromS % 86_400), toS])
      .orderBy(['day_s', 'model_name'])
      .limit(DATA_BUCKETS_MAX),
  );
  return found.map(({ day_s, model_name, ...rest }) => ({
    ...rest,
    dayS: day_s,
    modelName: model_name,
    quota: quota(rest.quota),
  }));
}
