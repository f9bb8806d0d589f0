import { READ_MODELS } from '../../schema/shape.ts';

/** $1 id, $2 kind, $3 user, $4 facts, $5 now. Nothing where it was noted before. */
export const NOTE = `
  insert into directory.notices (id, kind, user_id, facts, created_time, next_time)
  values ($1::text, $2::text, $3::bigint, $4::text, $5::bigint, $5::bigint)
  on conflict (id) do nothing`;

/** Keeps others waiting until the transaction is over; no row before the first look. */
export const SEEN = 'select position from directory.notices_seen for update';
export const BEGIN_TO_SEE = `
  insert into directory.notices_seen (position) values ($1::bigint) on conflict (single) do nothing`;
export const SEE = 'update directory.notices_seen set position = $1::bigint';

/** The position of the last of at most $3 entries behind $1 up to $2, where there are so many; null where there are fewer. */
export const LOOKED_UP_TO = `
  select max(position) filter (where number = $3::int) as position from (
    select position, row_number() over (order by position) as number from (
      select position from ${READ_MODELS}.ledger_entries
      where position > $1::bigint and position <= $2::bigint order by position limit $3::int
    ) page
  ) numbered`;

/**
 * One for each user with an e-mail whom a charge behind position $1, up to $2, has taken below the threshold $3, or to nothing, and who was told of none since
 * $5. The balance is that of position $6. $4 now.
 */
export const NOTE_LOW_BALANCES = `
  insert into directory.notices (id, kind, user_id, facts, created_time, next_time)
  select 'low-balance-' || low.user_id || '-' || low.position, 'low_balance', low.user_id,
    json_build_object('balance', (
      select balance_after from ${READ_MODELS}.ledger_entries newest
      where newest.user_id = low.user_id and newest.position <= $6::bigint
      order by newest.position desc limit 1
    ))::text, $4::bigint, $4::bigint
  from (
    select distinct on (user_id) user_id, position
    from ${READ_MODELS}.ledger_entries
    where position > $1::bigint and position <= $2::bigint
      and type in ('ConsumptionRecorded', 'LateConsumptionRecorded') and amount < 0
      and balance_after < $3::bigint and (balance_after - amount >= $3::bigint or balance_after <= 0)
    order by user_id, position desc
  ) low
  join directory.users person on person.id = low.user_id and person.email <> '' and person.closed_time is null
  where not exists (
    select from directory.notices told
    where told.user_id = low.user_id and told.kind = 'low_balance' and told.created_time > $5::bigint)
  order by low.user_id
  on conflict (id) do nothing`;

/** $1 now, $2 until when nobody else takes them, $3 how many. */
export const TAKE = `
  update directory.notices taken set next_time = $2::bigint, attempts = taken.attempts + 1
  from (
    select id from directory.notices
    where sent_time = 0 and dropped_time = 0 and next_time <= $1::bigint
    order by next_time limit $3::int for update skip locked
  ) due
  where taken.id = due.id
  returning taken.id, taken.kind, taken.user_id as "userId", taken.facts, taken.created_time as "createdS", taken.attempts`;

/** Root's e-mail for user 0; no row where whoever it is for has none, or has closed his account. */
export const ADDRESS = `
  select email from directory.users
  where email <> '' and closed_time is null and (id = $1::bigint or $1::bigint = 0 and role = $2::int)
  order by id limit 1`;

/** $1 what is older goes, at most $2 rows. */
export const SWEEP = `
  delete from directory.notices where ctid = any(array(
    select ctid from directory.notices where created_time < $1::bigint limit $2::int))`;

/** How many still wait, the seconds since the oldest of them was noted, and how many were dropped in the last day. $1 now. */
export const FIGURES = `
  select
    (count(*) filter (where sent_time = 0 and dropped_time = 0))::int as waiting,
    coalesce($1::bigint - min(created_time) filter (where sent_time = 0 and dropped_time = 0), 0)::int as "oldestAgeS",
    (count(*) filter (where dropped_time > $1::bigint - 86400))::int as dropped
  from directory.notices`;
