import { usernamesOf, userIdsOf } from '@ledgate/projections/directory/users/list';
import { balanceOf } from '@ledgate/projections/queries/balances';
import {
  type HourRange,
  type UsageBucket,
  usageOfAll,
  usageOfUser,
  usageSince,
} from '@ledgate/projections/queries/data';
import { logStat } from '@ledgate/projections/queries/logs';
import { type Bucket, DATA_SPAN_S_MAX, type dataRoutes } from '../contract/data.ts';
import { done, refused } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

const DAY_S = 86_400;

export const dataHandlers = (ports: ApiPorts): Handlers<typeof dataRoutes> => ({
  all: async ({ query, nowMs }) => {
    const range = rangeOf(query, nowMs);
    const username = query.username.trim();
    if (username === '') return done(bucketAnswers(await usageOfAll(ports.db, range), new Map()));
    const userId = (await userIdsOf(ports.db, [username])).get(username);
    return done(
      userId === undefined
        ? []
        : bucketAnswers(await usageOfUser(ports.db, userId, range), new Map([[userId, username]])),
    );
  },

  self: async ({ query, nowMs, caller }) => {
    const range = rangeOf(query, nowMs);
    if (range.toS - range.fromS > DATA_SPAN_S_MAX)
      return refused({ code: 'range_too_long', maximumDays: DATA_SPAN_S_MAX / DAY_S });
    return done(bucketAnswers(await usageOfUser(ports.db, caller.id, range), await usernamesOf(ports.db, [caller.id])));
  },

  dashboard: async ({ query, nowMs, caller }) => {
    const nowS = Math.floor(nowMs / 1_000);
    const dayStart = query.day_start === 0 ? nowS - (nowS % DAY_S) : query.day_start;
    const [balance, today, minute] = await Promise.all([
      balanceOf(ports.db, caller.id),
      usageSince(ports.db, caller.id, dayStart),
      logStat(ports.db, { userId: caller.id, fromS: nowS }, nowMs),
    ]);
    return done({
      balance: balance.balance,
      used_quota: balance.usedQuota,
      request_count: balance.requestCount,
      today: { quota: today.quota, requests: today.requests, tokens: today.tokens },
      rpm: minute.rpm,
      tpm: minute.tpm,
      day_start: dayStart,
    });
  },
});

/** Without an end: now; without a beginning: the longest range of one's own buckets before the end. */
function rangeOf(
  { start_timestamp, end_timestamp }: { readonly start_timestamp: number; readonly end_timestamp: number },
  nowMs: number,
): HourRange {
  const toS = end_timestamp === 0 ? Math.floor(nowMs / 1_000) : end_timestamp;
  return { fromS: start_timestamp === 0 ? Math.max(0, toS - DATA_SPAN_S_MAX) : start_timestamp, toS };
}

const bucketAnswers = (buckets: readonly UsageBucket[], names: ReadonlyMap<number, string>): Bucket[] =>
  buckets.map((bucket, index) => ({
    id: index + 1,
    user_id: bucket.userId,
    username: names.get(bucket.userId) ?? '',
    model_name: bucket.modelName,
    created_at: bucket.hourS,
    token_used: bucket.tokens,
    count: bucket.count,
    quota: bucket.quota,
  }));
