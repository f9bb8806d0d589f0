export const NOTE_SHOWN = `
    insert into directory.session_shown (id_hash, object, value)
    select ?::bytea, object, value from unnest(?::text[], ?::bigint[]) as shown (object, value)
    where exists (select from directory.sessions where id_hash = ?::bytea)
    order by object
    on conflict (id_hash, object) do update set value = excluded.value, shown_at = clock_timestamp()`;

export const SWEEP_SHOWN = `
  delete from directory.session_shown old using (
    select id_hash, object, row_number() over (partition by id_hash order by shown_at desc) as age from directory.session_shown
    where id_hash in (select id_hash from directory.session_shown group by id_hash having count(*) > ?)
  ) as aged
  where old.id_hash = aged.id_hash and old.object = aged.object and aged.age > ?`;

/** $1 session, $2 what is added, $3 now. */
export const KEEP_IN_SESSION = `
  update directory.sessions set data = data || $2::jsonb where id_hash = $1::bytea and expires_time > $3::bigint`;

/** Once: of two at a time the second finds it gone. $1 session, $2 state, $3 now. */
export const TAKE_STATE = `
  with kept as (
    select id_hash, data from directory.sessions
    where id_hash = $1::bytea and expires_time > $3::bigint and data->>'state' = $2::text and (data->>'stateUntil')::bigint > $3::bigint
    for update
  )
  update directory.sessions session set data = session.data - array['state', 'stateUntil', 'aff']
  from kept where session.id_hash = kept.id_hash
  returning coalesce(kept.data->>'aff', '') as aff`;

/** $1 user, $2 the session that he has just opened, $3 how many beside it stay. */
export const END_OLDEST = `
  delete from directory.sessions where id_hash = any(array(
    select id_hash from directory.sessions where user_id = $1::bigint and id_hash <> $2::bytea
    order by seen_time desc, created_time desc, id_hash offset $3::int
  ))`;

/** $1 now, at most $2 rows. */
export const SWEEP_SESSIONS = `
  delete from directory.sessions where ctid = any(array(select ctid from directory.sessions where expires_time <= $1::bigint limit $2::int))`;
