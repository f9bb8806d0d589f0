/**
 * $1 who asks, $2 the id, $3 master key and $4 hash of what is asked, $5 now, $6 what is older is over. One that is over is the new command's, as if it had
 * been swept. No row where it is known; of two in one moment the second waits for the first one's end.
 */
export const NOTE = `
  insert into directory.made_commands as known (user_id, command_id, master_key, content_hash, made_time)
  values ($1::bigint, $2::text, $3::text, $4::bytea, $5::bigint)
  on conflict (user_id, command_id) do update set
    master_key = excluded.master_key, content_hash = excluded.content_hash, made_ids = '[]', made_time = excluded.made_time
  where known.made_time < $6::bigint
  returning 1 as noted`;

/** $1 what is older goes, at most $2 rows. */
export const SWEEP = `
  delete from directory.made_commands where ctid = any(array(select ctid from directory.made_commands where made_time < $1::bigint limit $2::int))`;
