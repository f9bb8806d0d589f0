import { READ_MODELS } from '../schema/shape.ts';

/** Of all partitions, in their order. */
const CHECKPOINTS = `(select json_agg(position order by partition) from ${READ_MODELS}.checkpoints) as checkpoints`;

export const TILL_CHARGES_OF_ACCOUNT = `
    select coalesce((select till_charges from ${READ_MODELS}.balances where user_id = ?), 0) as charges, ${CHECKPOINTS}`;

export const CHARGES_OF_TOKEN = `
    select t.till_charges as charges, t.late, ${CHECKPOINTS} from (select 1) one left join ${READ_MODELS}.token_use t on t.token_id = ?`;

const ofUser = (table: string, isOne: boolean): string => (isOne ? `and ${table}.user_id = :accountId` : '');

/** By model: of one account, or of all. */
export const sumsByModel = (isOne: boolean): string => `
    select w.bucket, u.model_name, sum(u.count)::bigint as count, sum(u.quota)::bigint as amount, sum(u.tokens)::bigint as tokens
    from unnest(cast(:recorded as bigint[]), cast(:buckets as integer[])) w (recorded_s, bucket)
    join ${READ_MODELS}.${isOne ? 'usage_user_model_quarter' : 'usage_model_quarter'} u
      on u.recorded_s = w.recorded_s and u.recorded_s between :first and :last ${ofUser('u', isOne)}
    group by w.bucket, u.model_name`;

/** The inner limit keeps Postgres from reading all entries for each of many short ranges, which it takes for few and long ones. */
export const movedChargesPage = (isOne: boolean): string => `
      select e.position, e.type, e.amount, e.facts
      from unnest(cast(:from as bigint[]), cast(:before as bigint[])) m (from_position, before_position)
      cross join lateral (
        select e.position, e.type, e.amount, e.facts from ${READ_MODELS}.ledger_entries e
        where e.position >= m.from_position and e.position < m.before_position
          and e.type = any(cast(:types as text[])) ${ofUser('e', isOne)}
        order by e.position limit :limit) e
      order by e.position limit :limit`;

export const BEGINNINGS = `
    select a.index, min(f.position) as position
    from unnest(cast(:indexes as integer[]), cast(:steps as integer[]), cast(:starts as bigint[]), cast(:ends as bigint[])) a (index, step_s, start_s, end_s)
    cross join lateral (
      select min(position) as position from ${READ_MODELS}.first_positions f
      where f.step_s = a.step_s and f.start_s >= a.start_s and f.start_s < a.end_s) f
    where f.position is not null group by a.index`;

export const WHOLE_QUARTERS = `
    select line as account, coalesce(sum(debits + credits) filter (where first_position < :from), 0)::text as opening,
      coalesce(sum(debits) filter (where first_position >= :from), 0)::text as debits,
      coalesce(sum(credits) filter (where first_position >= :from), 0)::text as credits
    from ${READ_MODELS}.journal_quarters join ${READ_MODELS}.recorded_quarters r using (recorded_s)
    where first_position < :before
      and not exists (select 1 from unnest(cast(:cutFrom as bigint[]), cast(:cutBefore as bigint[])) c (from_p, before_p)
        where r.first_position >= c.from_p and r.first_position < c.before_p)
    group by line`;

export const CUT_QUARTERS = `
    select account, coalesce(sum(amount) filter (where position < :from), 0)::text as opening,
      coalesce(sum(amount) filter (where position >= :from and amount < 0), 0)::text as debits,
      coalesce(sum(amount) filter (where position >= :from and amount > 0), 0)::text as credits
    from unnest(cast(:cutFrom as bigint[]), cast(:cutBefore as bigint[])) c (from_p, before_p)
    join ${READ_MODELS}.journal_entries j on j.position >= c.from_p and j.position < least(c.before_p, :before)
    group by account`;

/** Of an order `t`: not paid though made between two times, in milliseconds. */
export const NOT_PAID_FOR_LONG = `(t.status = 'requested' and t.requested_ms between ?::bigint and ?::bigint)`;

/** Numbers of orders that are paid and not credited, or have a problem that nobody has settled: the newest ? and ?, each kind by an index of its own. */
export const NEED_SOMEBODY = `
      (select substr(source, ${'topup-'.length + 1}) from ${READ_MODELS}.claims where claimed and not credited and kind = 'topup'
        order by claimed_position desc limit ?)
      union all (select trade_no from directory.payment_problems where settled_time = 0 order by first_time desc limit ?)`;

/** Of an order `t` beside a `needing` of those. */
export const NOT_NEEDING = `not exists (select from needing n where n.trade_no = t.trade_no)`;

/** Of an order `t` beside a `first` of those. */
export const NOT_FIRST = 't.trade_no not in (select f.trade_no from first f)';

/** Beside a `first` of orders: a page that ends at ? has others too. */
export const FIRST_END_BEFORE = '(select count(*) from first) < ?';

/** Of an order `t`: not paid for long, paid and not credited, or with a problem that nobody has settled. */
export const IS_STUCK = `(${NOT_PAID_FOR_LONG}
      or exists (select from ${READ_MODELS}.claims k where k.source = 'topup-' || t.trade_no and k.claimed and not k.credited and k.kind = 'topup')
      or exists (select from directory.payment_problems p where p.trade_no = t.trade_no and p.settled_time = 0))`;

/** The first of an order's problems that nobody has settled. */
export const OPEN_PROBLEM = `(
      select json_build_object('reason', p.reason, 'money', p.money, 'providerRef', p.provider_ref, 'time', p.first_time)
      from directory.payment_problems p where p.trade_no = t.trade_no and p.settled_time = 0
      order by p.first_time, p.reason limit 1) as problem`;

/** Of `directory.payment_problems` p: open, of no order of ours, and, where $1 is not null, of that number. */
const IS_UNPLACED = `p.settled_time = 0 and ($1::text is null or p.trade_no = $1::text)
      and not exists (select from ${READ_MODELS}.top_ups t where t.trade_no = p.trade_no)`;

export const UNPLACED_COUNT = `select count(*)::int as total from directory.payment_problems p where ${IS_UNPLACED}`;

/** Those that came last first, $2 at most, from $3 on. */
export const UNPLACED = `
    select p.trade_no as "tradeNo", p.provider_ref as "providerRef", p.reason, p.money, p.provider, p.times,
      p.first_time as "firstTime", p.last_time as "lastTime"
    from directory.payment_problems p
    where ${IS_UNPLACED}
    order by p.last_time desc, p.trade_no, p.provider_ref, p.reason, p.money, p.provider limit $2::int offset $3::bigint`;

/** The channel that the charge of a task names, of `t`. */
export const CHANNEL_OF_TASK = `
    select (e.facts::json ->> 'channelId')::bigint from ${READ_MODELS}.ledger_entries e
    where e.user_id = t.user_id and e.reference = t.request_id and e.reference <> '' and e.type = 'ConsumptionRecorded' limit 1`;
