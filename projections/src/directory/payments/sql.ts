import { NO_TIME_S } from '../limits.ts';
import { READ_MODELS } from '../../schema/shape.ts';

/** $1 order, $2 number at the provider, $3 reason, $4 money, $5 provider, $6 now. One that came again is counted; settled it stays. */
export const NOTE_PROBLEM = `
  insert into directory.payment_problems as p (trade_no, provider_ref, reason, money, provider, first_time, last_time)
  values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, $6::bigint)
  on conflict (trade_no, provider_ref, reason, money, provider) do update set
    times = least(p.times + 1, 1000000000), last_time = greatest(p.last_time, excluded.last_time)
  returning times`;

/** $1 order, $2 who, $3 why, $4 now. */
export const SETTLE_PROBLEMS = `
  update directory.payment_problems set settled_time = $4::bigint, settled_by = $2::bigint, settled_reason = $3::text
  where trade_no = $1::text and settled_time = 0
  returning reason, money, provider_ref as "providerRef"`;

/** Orders that are not paid and whose time to be asked of has come, the longest due first: $1 now, $2 the youngest and $3 the oldest to ask of, $4 how many. */
export const DUE_TOP_UPS = `
  select t.trade_no as "tradeNo", t.requested_ms as "requestedMs"
  from ${READ_MODELS}.top_ups t left join directory.top_up_asks a on a.trade_no = t.trade_no
  where t.status = 'requested' and t.requested_ms <= $2::bigint * 1000 and t.requested_ms >= $3::bigint * 1000
    and coalesce(a.next_time, 0) <= $1::bigint
  order by coalesce(a.next_time, t.requested_ms / 1000), t.trade_no limit $4::int`;

/** $1 order, $2 when next, $3 when it was asked, 0 where it could not be. */
export const NOTE_ASK = `
  insert into directory.top_up_asks (trade_no, next_time, asked_time) values ($1::text, $2::bigint, $3::bigint)
  on conflict (trade_no) do update set
    next_time = excluded.next_time, asked_time = greatest(directory.top_up_asks.asked_time, excluded.asked_time)`;

/**
 * Counts a question that somebody puts about an order, where it may be put: $1 order, $2 now, $3 how long each counts and $4 for how long they may count on,
 * in milliseconds; $5 seconds after which an order is asked of first by itself. No row: not now. What a clock far ahead has noted counts for nothing.
 */
export const COUNT_ASK = `
  insert into directory.top_up_asks as a (trade_no, next_time, asked_time, asks_until_ms)
  values ($1::text, coalesce((select t.requested_ms from ${READ_MODELS}.top_ups t where t.trade_no = $1::text), $2::bigint) / 1000 + $5::bigint, 0,
    $2::bigint + $3::bigint)
  on conflict (trade_no) do update set asks_until_ms = $3::bigint
    + case when a.asks_until_ms between $2::bigint and $2::bigint + $4::bigint then a.asks_until_ms else $2::bigint end
  where a.asks_until_ms + $3::bigint <= $2::bigint + $4::bigint or a.asks_until_ms > $2::bigint + 2 * $4::bigint
  returning trade_no`;

/** $1 order. */
export const ASKS_UNTIL = `select asks_until_ms as "untilMs" from directory.top_up_asks where trade_no = $1::text`;

/** $1 done with before, $2 how many. */
export const SWEEP_ASKS = `
  delete from directory.top_up_asks where trade_no in (
    select trade_no from directory.top_up_asks where next_time < $1::bigint or (next_time > ${NO_TIME_S} and asked_time < $1::bigint) limit $2::int)
  returning trade_no`;

/** Payments that fit no order and nobody has settled; for how many seconds the longest due order waits to be asked of: $1 to $3 as of DUE_TOP_UPS. */
export const FIGURES = `
  select
    (select count(*)::int from directory.payment_problems where settled_time = 0) as problems,
    coalesce((
      select greatest(0, $1::bigint - min(coalesce(a.next_time, t.requested_ms / 1000 + $1::bigint - $2::bigint)))
      from ${READ_MODELS}.top_ups t left join directory.top_up_asks a on a.trade_no = t.trade_no
      where t.status = 'requested' and t.requested_ms <= $2::bigint * 1000 and t.requested_ms >= $3::bigint * 1000
        and coalesce(a.next_time, 0) <= $1::bigint
    ), 0) as "overdueS"`;
