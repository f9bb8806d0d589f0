/** Milliseconds of the database's clock, the same for all processes. */
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

const IS_UNFINISHED = "status in ('queued', 'running')";

/** Of what nobody has said anything of for $1 milliseconds. */
const IS_SILENT = `status = 'running' and beat_ms <= ${NOW_MS} - $1::bigint`;

/** $1 user. Under a lock of the user's row. */
export const COUNT_UNFINISHED = `
  select count(*)::int as count from directory.export_jobs where ${IS_UNFINISHED} and user_id = $1::bigint`;

/** $1 user, $2 layout, $3 order, $4 what its files' names begin with. */
export const INSERT = `
  insert into directory.export_jobs (user_id, layout, export_order, file, created_ms, beat_ms)
  values ($1::bigint, $2::text, $3::text, $4::text, ${NOW_MS}, ${NOW_MS})
  returning id`;

/**
 * $1 after how many milliseconds without a sign of its process it is nobody's, $2 how many processes may die of it, $3 why it failed, $4 those that the
 * caller itself works at.
 */
export const FAIL_DEADLY = `
  update directory.export_jobs set status = 'failed', failure = $3::text, deaths = deaths + 1, finished_ms = ${NOW_MS}
  where ${IS_SILENT} and deaths + 1 >= $2::int and id <> all($4::bigint[])
  returning id`;

/**
 * One that waits, or that has lost its process: of who has the fewest that run, the oldest. $1 after how many milliseconds without a sign that is so,
 * $2 who takes it, $3 layouts that it knows, $4 those that it works at itself: it could not say so for a while.
 * `before`: the attempt whose files are there; `isLeft`: its process has given it back, and writes to them no more.
 */
export const TAKE = `
  update directory.export_jobs job set status = 'running', holder = $2::text, attempt = found.attempt + 1, beat_ms = ${NOW_MS},
    deaths = job.deaths + case found.status when 'running' then 1 else 0 end
  from (
    select id, status, attempt from directory.export_jobs waiting
    where (status = 'queued' or ${IS_SILENT}) and layout = any($3::text[]) and id <> all($4::bigint[])
    order by (
      select count(*) from directory.export_jobs other where other.status = 'running' and other.user_id = waiting.user_id
    ), id
    limit 1 for update skip locked
  ) found
  where job.id = found.id
  returning job.id, job.export_order as "exportOrder", job.file, job.attempt, job.deaths, found.attempt as before, found.status = 'queued' as "isLeft"`;

/** Of the job $1 in the attempt $2: whoever works at it has lost it where that is not so. */
const IS_HELD = "id = $1::bigint and attempt = $2::int and status = 'running'";

/** $1 job, $2 attempt, $3 rows, $4 rows in all, $5 bytes, each null where it is not known yet. No row where it is somebody else's by now, or wanted no more. */
export const BEAT = `
  update directory.export_jobs set rows_done = coalesce($3::bigint, rows_done), rows_total = coalesce($4::bigint, rows_total),
    bytes = coalesce($5::bigint, bytes), beat_ms = ${NOW_MS}
  where ${IS_HELD} returning id`;

/** $1 job, $2 attempt, $3 rows, $4 bytes, $5 SHA-256, $6 for how many milliseconds its file is kept. A second time the same: its answer may have been lost. */
export const FINISH = `
  update directory.export_jobs set status = 'done', rows_done = $3::bigint, rows_total = $3::bigint, bytes = $4::bigint, sha256 = $5::text,
    finished_ms = ${NOW_MS}, expires_ms = ${NOW_MS} + $6::bigint
  where id = $1::bigint and attempt = $2::int and status in ('running', 'done') returning id`;

/** $1 job, $2 attempt, $3 why. */
export const FAIL = `
  update directory.export_jobs set status = 'failed', failure = $3::text, bytes = 0, finished_ms = ${NOW_MS} where ${IS_HELD} returning id`;

/** $1 job, $2 attempt. Who takes it goes on from what it has. */
export const GIVE_BACK = `
  update directory.export_jobs set status = 'queued', holder = '' where ${IS_HELD} returning id`;

/** Those of processes that are dead for certain: whoever looks next takes them. */
export const SILENCE_ALL = "update directory.export_jobs set beat_ms = 0 where status = 'running'";

/** $1 job. */
export const CANCEL = `
  update directory.export_jobs set status = 'cancelled', finished_ms = ${NOW_MS} where id = $1::bigint and ${IS_UNFINISHED} returning id`;

/** $1 for how many milliseconds it is told of what has ended, $2 how many at once. */
export const FORGET = `
  delete from directory.export_jobs where id in (
    select id from directory.export_jobs where finished_ms < ${NOW_MS} - $1::bigint order by id limit $2::int
  )`;

/** $1 beginnings of names. Which of them are wanted: the job goes on, or its file is kept still; `attempt` names the file. */
export const WANTED = `
  select file, attempt, (${IS_UNFINISHED} or (status = 'done' and expires_ms > ${NOW_MS})) as "isWanted", status = 'done' as "isDone"
  from directory.export_jobs where file = any($1::text[])`;

/** How many wait and run, and for how many milliseconds the oldest that waits has waited, and the one that was silent for longest has been. */
export const FIGURES = `
  select count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running,
    coalesce(max(${NOW_MS} - created_ms) filter (where status = 'queued'), 0) as "waitedMs",
    coalesce(max(${NOW_MS} - beat_ms) filter (where status = 'running'), 0) as "silentMs"
  from directory.export_jobs where ${IS_UNFINISHED}`;
