/** Milliseconds of the database's clock, the same for all processes. */
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Of `kept`: nobody is at it any more, or it has ended. $5 after how many milliseconds without a sign of its process. */
const IS_OVER = `(kept.state not in ('running', 'stopping') or kept.beat_ms <= ${NOW_MS} - $5::bigint)`;

/**
 * $1 kind, $2 who runs it, $3 how many there are, $4 the user who asked for it, $6 for how many milliseconds none may have begun before. A row where it
 * begins. The row of the kind decides between two who begin in one moment.
 */
export const BEGIN = `
  insert into directory.channel_runs as kept (kind, number, holder, state, asked_by, total, begun_ms, beat_ms)
  values ($1::text, 1, $2::text, 'running', $4::bigint, $3::int, ${NOW_MS}, ${NOW_MS})
  on conflict (kind) do update set
    number = kept.number + 1, holder = excluded.holder, state = 'running', asked_by = excluded.asked_by, total = excluded.total,
    done = 0, failed = 0, begun_ms = excluded.begun_ms, beat_ms = excluded.beat_ms
  where ${IS_OVER} and kept.begun_ms <= ${NOW_MS} - $6::bigint
  returning number`;

/** $1 kind, $2 number, $3 done, $4 failed. No row where the run is somebody else's by now. */
export const BEAT = `
  update directory.channel_runs set done = $3::int, failed = $4::int, beat_ms = ${NOW_MS}
  where kind = $1::text and number = $2::bigint and state in ('running', 'stopping')
  returning state`;

/** $1 kind, $2 number, $3 done, $4 failed, $5 how it ended. */
export const END = `
  update directory.channel_runs set done = $3::int, failed = $4::int, state = $5::text, beat_ms = ${NOW_MS}
  where kind = $1::text and number = $2::bigint and state in ('running', 'stopping')`;

/** $1 kind, $2 after how many milliseconds without a sign a run is over. A row where it was not asked to stop before. */
export const STOP = `
  update directory.channel_runs set state = 'stopping'
  where kind = $1::text and state = 'running' and beat_ms > ${NOW_MS} - $2::bigint
  returning number`;

/** The last of each kind. $1 after how many milliseconds without a sign a run is over. */
export const LAST = `
  select kind, number, asked_by as "askedBy", total, done, failed, begun_ms as "begunMs", ${NOW_MS} - begun_ms as "ageMs",
    case when state in ('running', 'stopping') and beat_ms <= ${NOW_MS} - $1::bigint then 'broken' else state end as state
  from directory.channel_runs order by kind limit 10`;
