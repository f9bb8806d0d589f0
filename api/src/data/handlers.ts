import { DATA_SPAN_S_MAX } from '@ledgate/domain/catalogue/limits';
import type { UserId } from '@ledgate/domain/shared/ids';
import { usernamesOf, userIdsOf } from '@ledgate/projections/directory/users/list';
import { balanceOf } from '@ledgate/projections/queries/balances';
import { type UsageBucket, usageBuckets, usageTotals } from '@ledgate/projections/queries/data';
import { type Head, headAt, knownHead } from '@ledgate/projections/queries/head';
import { logStat } from '@ledgate/projections/queries/logs';
import type { Bucket, dataRoutes } from '../contract/data.ts';
import { done, refused } from '../http/answer.ts';
import type { CallSession, Handlers } from '../http/call.ts';
import { readToHead } from '../http/read-to-head.ts';
import type { ApiPorts } from '../ports.ts';

const DAY_S = 86_400;

export const dataHandlers = (ports: ApiPorts): Handlers<typeof dataRoutes> => ({
  all: async ({ query, nowMs, session }) => {
    const range = rangeOf(query, nowMs);
    const username = query.username.trim();
    const userId = username === '' ? undefined : (await userIdsOf(ports.db, [username])).get(username);
    if (username !== '' && userId === undefined) return bucketsAnswer([], await headNow(ports.db));
    return buckets(ports, session, userId, username, range);
  },

  self: async ({ query, nowMs, caller, session }) => {
    const range = rangeOf(query, nowMs);
    if (range.toS - range.fromS > DATA_SPAN_S_MAX + 1) return TOO_LONG;
    const username = (await usernamesOf(ports.db, [caller.id])).get(caller.id) ?? '';
    return buckets(ports, session, caller.id, username, range);
  },

  dashboard: async ({ query, nowMs, caller, session }) => {
    const nowS = Math.floor(nowMs / 1_000);
    const dayStart = query.day_start === 0 ? nowS - (nowS % DAY_S) : query.day_start;
    await readToHead(ports, session);
    const head = await headNow(ports.db);
    const [balance, today, minute] = await Promise.all([
      balanceOf(ports.db, caller.id),
      usageTotals(ports.db, caller.id, { fromS: dayStart, toS: undefined }, head),
      logStat(ports.db, { accountId: caller.id, fromS: nowS }, nowMs),
    ]);
    return done({
      balance: balance.balance,
      used_quota: balance.usedQuota,
      request_count: balance.requestCount,
      today: { quota: today.amount, requests: today.requests, tokens: today.tokens },
      rpm: minute.rpm,
      tpm: minute.tpm,
      day_start: dayStart,
      position: head.position,
    });
  },
});

const TOO_LONG = refused({ code: 'range_too_long', maximumDays: DATA_SPAN_S_MAX / DAY_S });

type Sent = { readonly start_timestamp: number; readonly end_timestamp: number; readonly step: number };
type StepRange = { readonly fromS: number; readonly toS: number; readonly stepS: number };

/** Both ends are sent inclusive. Without an end: now; without a beginning: the longest range of one's own buckets before the end. */
function rangeOf({ start_timestamp, end_timestamp, step }: Sent, nowMs: number): StepRange {
  const lastS = end_timestamp === 0 ? Math.floor(nowMs / 1_000) : end_timestamp;
  const fromS = start_timestamp === 0 ? Math.max(0, lastS - DATA_SPAN_S_MAX) : start_timestamp;
  return { fromS, toS: lastS + 1, stepS: step };
}

async function buckets(
  ports: ApiPorts,
  session: CallSession,
  userId: UserId | undefined,
  username: string,
  range: StepRange,
) {
  await readToHead(ports, session);
  const head = await headNow(ports.db);
  const found = await usageBuckets(ports.db, { accountId: userId, ...range, head });
  return found === undefined
    ? TOO_LONG
    : bucketsAnswer(
        found.map((bucket, index) => bucketAnswer(bucket, index, userId, username)),
        head,
      );
}

/** All figures of one answer are of the ledger up to where it is known now. */
const headNow = async (db: ApiPorts['db']): Promise<Head> => headAt((await knownHead(db)).position);

const bucketsAnswer = (data: Bucket[], { position }: Head) => ({ ok: true, data, beside: { position } }) as const;

const bucketAnswer = (
  { modelBilled, startS, tokens, count, amount }: UsageBucket,
  index: number,
  userId: UserId | undefined,
  username: string,
): Bucket => ({
  id: index + 1,
  user_id: userId ?? 0,
  username,
  model_name: modelBilled,
  created_at: startS,
  token_used: tokens,
  count,
  quota: amount,
});
