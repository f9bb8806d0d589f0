/** $1 subjects, sorted. */
export const LOCKED = `
  select subject, state, (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"
  from directory.call_limits where subject = any($1::text[]) order by subject for update`;

/** $1 subjects, sorted; $2 the state of one that has spent nothing. */
export const MADE = `
  insert into directory.call_limits (subject, state, touched_time)
  select subject, $2::text, 0 from unnest($1::text[]) as subject order by subject
  on conflict (subject) do nothing`;

/** $1 subjects, $2 the state of each, $3 now in Unix seconds. */
export const KEEP = `
  update directory.call_limits as kept set state = told.state, touched_time = $3::bigint
  from unnest($1::text[], $2::text[]) as told (subject, state) where kept.subject = told.subject`;

/** $1 what was not touched since goes, at most $2 rows. */
export const SWEEP = `
  delete from directory.call_limits where ctid = any(array(
    select ctid from directory.call_limits where touched_time < $1::bigint limit $2::int for update skip locked))`;
