import { isChange } from '../ledger/entry-facts.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { BLOCK_BITS } from '../times/event-counts.ts';

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

/** Blocks from one to before another, of each size. */
export const EVENTS_IN_BLOCKS = `
    select coalesce(sum(c.count), 0)::bigint as count
    from unnest(cast(:bits as integer[]), cast(:from as bigint[]), cast(:before as bigint[])) b (bits, from_block, before_block)
    join ${READ_MODELS}.event_counts c on c.bits = b.bits and c.block >= b.from_block and c.block < b.before_block`;

/** The last block of the smallest size up to `:block` that has events, and at which of its positions; of that one itself those of `:upTo` alone. */
export const LAST_PLACES = `
    select * from (
      (select block, places & cast(:upTo as bigint) as places from ${READ_MODELS}.event_counts where bits = ${BLOCK_BITS[0]} and block = :block)
      union all
      (select block, places from ${READ_MODELS}.event_counts where bits = ${BLOCK_BITS[0]} and block < :block and places > 0
        order by block desc limit 1)) c
    where places > 0 order by block desc limit 1`;

/**
 * The first block of the smallest size with an event that has a time at or after `:atMs`: by which ranges begin, or at which the store wrote. Each block is
 * looked for in the larger one that was found.
 */
export function firstBlock(time: 'begins' | 'recorded'): string {
  const found = BLOCK_BITS.toReversed().map((bits, index, all) => {
    const larger = all[index - 1];
    const within =
      larger === undefined
        ? ''
        : ` and c.block >= b${larger}.block * ${2 ** (larger - bits)} and c.block < (b${larger}.block + 1) * ${2 ** (larger - bits)}`;
    return `lateral (
        select c.block from ${READ_MODELS}.event_counts c where c.bits = ${bits}${within} and c.${time}_ms >= :atMs
        order by c.block limit 1) b${bits}`;
  });
  return `
    select b${BLOCK_BITS[0]}.block from ${found.join('\n      cross join ')}`;
}

/** The last row of a table `t` that a condition holds for, up to `:position`. */
const lastUpTo = (table: string, columns: string, is: string): string => `lateral (
      select ${columns} from ${READ_MODELS}.${table} t where ${is} and t.position <= :position order by t.position desc limit 1)`;

const CHARGE_BY_TOKEN = 't.token_id = :tokenId and t.user_id = :accountId and t.token_used_after is not null';
/** Figures of an account and a token (0: none) up to a position, in one reading; null where nothing stands there. */
export const BALANCE_AT = `
    select e.balance_after as balance, e.used_after as used, e.earnings_after as earnings, c.token_used_after as "tokenUsed", l.limit_quota as "tokenLimit"
    from (select 1) one
    left join ${lastUpTo('ledger_entries', 't.balance_after, t.used_after, t.earnings_after', 't.user_id = :accountId')} e on true
    left join ${lastUpTo('ledger_entries', 't.token_used_after', CHARGE_BY_TOKEN)} c on true
    left join ${lastUpTo('token_limits', 't.limit_quota', 't.token_id = :tokenId')} l on true`;

const TASK = 'task-';
/** The request that an entry `e` gives back or changes a charge of. */
export const REQUEST_OF = `case when e.type <> 'ConsumptionRefunded' then e.reference
      else coalesce(e.facts::json ->> 'requestId', (
        select t.request_id from ${READ_MODELS}.tasks t
        where t.task_id = substr(e.reference, ${TASK.length + 1}) and e.reference like '${TASK}%'), '') end`;

const IS_ANY_CHARGE = `e.type in ('ConsumptionRecorded', 'LateConsumptionRecorded', 'ConsumptionCorrected')`;

/**
 * Where the newest events stand that have changed a charge since a position, or given it back, those of its task by that one's name. By a sum, so that they
 * are found by their references.
 */
export const CHANGES_SINCE = `
    select e.position, e.stream, e.revision, count(*) over () as found from ${READ_MODELS}.ledger_entries e
    where e.user_id = :accountId and e.position > :after and ${isChange('e')}
      and e.reference in (select cast(:requestId as text)
        union all select '${TASK}' || t.task_id from ${READ_MODELS}.tasks t where t.user_id = :accountId and t.request_id = :requestId and t.request_id <> ''
        union all select '${TASK}' || cast(:taskId as text))
      and e.reference <> ''
    order by e.position + 0 limit :limit`;

/** The requests that a realtime session is made of, in the order of their numbers. */
export const SESSION_REQUESTS = `
    select e.reference from (
      select reference, user_id, type from ${READ_MODELS}.ledger_entries
      where reference > :first and reference < :behind and reference <> '' order by reference limit :read) e
    where substr(e.reference, :digits) ~ '^[0-9]{1,9}$'
      and (cast(:accountId as bigint) is null or e.user_id = :accountId) and ${IS_ANY_CHARGE}
    group by e.reference order by cast(substr(e.reference, :digits) as integer) limit :limit`;

export const IS_CHARGE = `c.type in ('ConsumptionRecorded', 'LateConsumptionRecorded')`;

/** The charge `c`, the first where there are more, of an entry `e` that changes one or gives it back. By a sum, so that it is found by its reference. */
const CHARGE_OF_CHANGE = `lateral (
        select c.at_ms, c.channel_id, c.group_name, c.model_name from ${READ_MODELS}.ledger_entries c
        where ${isChange('e')} and c.user_id = e.user_id and c.reference = ${REQUEST_OF} and c.reference <> ''
          and ${IS_CHARGE}
        order by c.position + 0 limit 1) c`;

const ENTRY =
  'e.user_id, e.position, e.at_ms, e.type, e.stream, e.revision, e.amount, e.balance_after, e.reference, e.actor, e.reason, e.facts';
const WITH_REQUEST = `${ENTRY}, e.token_id, coalesce(e.model_name, c.model_name) as model_name, e.prompt, e.completion`;
const IN_RANGE = 'e.position >= :from and e.position < :before';
/** What moves a balance, or would where its amount were not zero. */
const MOVES = `(e.amount <> 0 or e.reference <> '') and e.type not in ('InviteRewardAccrued', 'CommissionAccrued', 'CommissionReversed')`;

/** By which a statement's entries are found, of its parts: of a channel or a group there are charges, and what changes those. */
const SCOPES = {
  user: ['e.user_id = :id'],
  token: ['e.token_id = :id'],
  channel: ['e.channel_id = :id', `${isChange('e')} and c.channel_id = :id`],
  group: ['e.group_name = :id', `${isChange('e')} and c.group_name = :id`],
  all: ['true'],
} as const;
type ScopeKind = keyof typeof SCOPES;

/** Whether SQL reads the charge `c`. */
const readsCharge = (sql: string): boolean => /\bc\./u.test(sql);

/** Entries `e` in a range of positions; `more` is put behind each part of it. With `c`, the charge that they change, where a part or the columns need it. */
const entriesIn = (kind: ScopeKind, columns = WITH_REQUEST, more = ''): string =>
  SCOPES[kind]
    .map((scope) => {
      const charge = readsCharge(`${scope} ${columns}`) ? ` left join ${CHARGE_OF_CHANGE} on true` : '';
      return `(select ${columns} from ${READ_MODELS}.ledger_entries e${charge}
        where ${scope} and ${IN_RANGE}${more})`;
    })
    .join('\n      union all ');

/** What moved, oldest first. */
export const statementPage = (kind: ScopeKind): string => `
    select * from (
      ${entriesIn(kind, ENTRY, ` and ${MOVES} order by e.position limit :limit`)}) e order by position limit :limit`;

/** Of everything in a range of positions. */
export const sumIn = (kind: ScopeKind): string => `
    select coalesce(sum(amount), 0)::bigint as amount from (${entriesIn(kind, 'e.amount')}) e`;

/**
 * Sums in one reading: by type, and of charges by model, token and day, told apart by `by`. Of models and tokens the largest. What is alike is summed up first,
 * so that the four ways to group it go over few rows.
 * `:cuts`: positions at which days begin; `day` counts them from 1, and what was free before anything was posted is of none, 0.
 */
export const statementSums = (kind: ScopeKind): string => `
    select * from (
      select g.*, row_number() over (partition by g.by order by abs(g.amount) desc, g.type, g.model, g.token_id, g.day) as place from (
        select case grouping(type, model, token_id, day) when 7 then 'type' when 11 then 'model' when 13 then 'token' else 'day' end as by,
          type, model, token_id, day, sum(count)::bigint as count, sum(amount)::bigint as amount, sum(requests)::bigint as requests,
          sum(prompt)::bigint as prompt, sum(completion)::bigint as completion, sum(commission)::bigint as commission,
          sum(commissions)::bigint as commissions, sum("onlyCommissions")::bigint as "onlyCommissions"
        from (
          select type, is_charge, model, token_id, day, count(*) as count, sum(amount) as amount,
            count(*) filter (where type in ('ConsumptionRecorded', 'LateConsumptionRecorded')) as requests,
            sum(prompt) as prompt, sum(completion) as completion,
            sum(commission) as commission, count(*) filter (where commission > 0) as commissions,
            count(*) filter (where commission > 0 and commission >= amount) as "onlyCommissions"
          from (
            select e.type, e.amount, e.type = any(cast(:charges as text[])) as is_charge, coalesce(e.model_name, '') as model,
              coalesce(e.token_id, 0) as token_id, width_bucket(e.position, cast(:cuts as bigint[])) as day, e.prompt, e.completion,
              case when e.type = 'InviteEarningsTransferred' then coalesce((e.facts::json ->> 'commission')::bigint, 0) else 0 end as commission
            from (${entriesIn(kind)}) e where ${MOVES}) e
          group by type, is_charge, model, token_id, day) e
        group by grouping sets ((is_charge, type), (is_charge, model), (is_charge, token_id), (is_charge, day))
        having grouping(type) = 0 or is_charge) g) g
    where g.by in ('type', 'day') or g.place <= :lines
    order by g.by, g.place`;

/** Entries whose time, or that of what they change, lies in a period that was closed before them; oldest first. Periods by their index in three lists. */
export const lateEntries = (kind: ScopeKind): string => `
    select e.position, e.at_ms as "atMs", e.amount, p.end_s as "periodEndS" from (${entriesIn(kind, ENTRY)}) e
    left join lateral (
      select min(c.at_ms) as at_ms from ${READ_MODELS}.ledger_entries c
      where (${isChange('e')} or e.type in ('ConsumptionCorrected', 'QuotaReversed')) and c.user_id = e.user_id and c.reference <> ''
        and case when e.type = 'QuotaReversed' then c.type = 'QuotaToppedUp' else ${IS_CHARGE} end
        and c.reference = case when e.type = 'QuotaReversed' then 'topup-' || (e.facts::json ->> 'tradeNo') else ${REQUEST_OF} end) c on true
    cross join lateral (
      select p.end_s from unnest(cast(:starts as bigint[]), cast(:ends as bigint[]), cast(:closed as bigint[])) p (start_s, end_s, closed)
      where p.closed < e.position and ((e.at_ms >= p.start_s * 1000 and e.at_ms < p.end_s * 1000)
        or (c.at_ms >= p.start_s * 1000 and c.at_ms < p.end_s * 1000))
      order by p.end_s limit 1) p
    where ${MOVES} and (e.at_ms < :lastMs or ${isChange('e')} or e.type in ('ConsumptionCorrected', 'QuotaReversed'))
    order by e.position limit :lines`;

/** Ranges of closed periods, each with where it was closed first. */
export const CLOSED_PERIODS = `
    select start_s as "startS", end_s as "endS", min(position) as closed from ${READ_MODELS}.period_events
    where type = 'PeriodClosed' and start_s is not null and position < :before group by start_s, end_s order by end_s limit :lines`;

/** Of periods that have a time in a range: those of an earlier release have no id and say their range themselves. */
export const REOPENED_PERIODS = `
    select r.period_id as "periodId", r.at_ms as "atMs", r.reason from ${READ_MODELS}.period_events r
    where r.type = 'PeriodReopened' and r.position < :before and ((r.start_s < :endS and r.end_s > :startS) or exists (
      select from ${READ_MODELS}.period_events c where c.type = 'PeriodClosed' and c.period_id = r.period_id
        and c.start_s < :endS and c.end_s > :startS))
    order by r.position limit :lines`;

/**
 * Versions of the price book up to a position, from the highest on that stands at another one and has started by a time; where none has, all, and the first one
 * where none stands.
 */
export const QUOTA_PER_UNIT = `
    select version, position, starts_ms as "startsMs", book::json ->> 'quotaPerUnit' as "quotaPerUnit" from ${READ_MODELS}.price_books
    where version >= coalesce(
      (select max(version) from ${READ_MODELS}.price_books where position <= :first and starts_ms <= :atMs),
      (select min(version) from ${READ_MODELS}.price_books))
      and (position <= :last or version = (select min(version) from ${READ_MODELS}.price_books))
    order by version`;
