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
