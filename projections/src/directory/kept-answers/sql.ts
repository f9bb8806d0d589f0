/**
 * $1 token, $2 hash of the key, $3 user, $4 hash of what was asked, $5 request, $6 till, $7 now, $8 what is older is over, $9 how many a user may have.
 * One that is over is the new call's, as if it had been swept. No row where the key is another call's, or the user has too many.
 */
export const CLAIM = `
  insert into directory.kept_answers as kept (token_id, key_hash, user_id, body_hash, request_id, till_id, made_time)
  select $1::bigint, $2::text, $3::bigint, $4::text, $5::text, $6::text, $7::bigint
  where (select count(*) from (select from directory.kept_answers where user_id = $3::bigint limit $9::int) as held) < $9::int
  on conflict (token_id, key_hash) do update set
    body_hash = excluded.body_hash, request_id = excluded.request_id, till_id = excluded.till_id, made_time = excluded.made_time,
    answered_time = null, charged = false, missing = null, content_type = null, master_key = null, cipher = null, bytes = 0
  where kept.made_time < $8::bigint
  returning number`;

/** $1 token, $2 hash of the key, $3 request; $4 user, $5 bytes that a user's answers may have. Answers the row's number, and whether the bytes $6 have room. */
export const ROOM = `
  select number, $6::bigint + (select coalesce(sum(bytes), 0) from directory.kept_answers where user_id = $4::bigint) <= $5::bigint as "hasRoom"
  from directory.kept_answers where token_id = $1::bigint and key_hash = $2::text and request_id = $3::text`;

/** $1 what is older goes, at most $2 rows. */
export const SWEEP = `
  delete from directory.kept_answers where ctid = any(array(select ctid from directory.kept_answers where made_time < $1::bigint limit $2::int))`;

/** $1 now, in Unix seconds. */
export const FIGURES = `
  select greatest($1::bigint - coalesce(min(made_time), $1::bigint), 0) as "oldestAgeSeconds",
    pg_total_relation_size('directory.kept_answers') as "storedBytes"
  from directory.kept_answers`;
