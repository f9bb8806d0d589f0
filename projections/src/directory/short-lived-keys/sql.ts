/** Milliseconds of the database's clock, the same for all. */
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** $1 name. */
export const FIND = `
  select cipher, until_ms - ${NOW_MS} as "lastsMs", version, asked_until_ms > ${NOW_MS} as "isAsked"
  from directory.short_lived_keys where name = $1::text`;

/** $1 name, $2 the version that its claimer has seen, $3 who claims, $4 for how many milliseconds. A row where the claim is his. */
export const CLAIM = `
  insert into directory.short_lived_keys as kept (name, asked_by, asked_until_ms)
  values ($1::text, $3::text, ${NOW_MS} + $4::bigint)
  on conflict (name) do update set asked_by = excluded.asked_by, asked_until_ms = excluded.asked_until_ms
  where kept.version = $2::bigint and kept.asked_until_ms <= ${NOW_MS}`;

/** $1 name, $2 whose claim ends, $3 the key, $4 for how many milliseconds it may be used. */
export const KEEP = `
  update directory.short_lived_keys set
    cipher = $3::bytea, until_ms = ${NOW_MS} + $4::bigint, version = version + 1, asked_by = '', asked_until_ms = 0
  where name = $1::text and asked_by = $2::text`;

/** $1 name, $2 whose claim ends. */
export const GIVE_UP = `
  update directory.short_lived_keys set asked_by = '', asked_until_ms = 0 where name = $1::text and asked_by = $2::text`;

/** $1 for how many milliseconds a row is kept after its end, at most $2 rows. */
export const SWEEP = `
  delete from directory.short_lived_keys where ctid = any(array(
    select ctid from directory.short_lived_keys
    where until_ms < ${NOW_MS} - $1::bigint and asked_until_ms < ${NOW_MS} - $1::bigint limit $2::int for update skip locked))`;
