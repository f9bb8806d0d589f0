/**
 * A relay's heartbeat, several times a second: $1 the relay, $2 the directory's version that its view has taken in, $3 the tills it looks after.
 * Answers those that have a row.
 */
export const BEAT = `
  update directory.tills set beat = beat + 1, directory_version = greatest(directory_version, $2::bigint)
  where relay_id = $1 and till_id = any($3) returning till_id as "tillId"`;

/**
 * A till's row, which counts a heartbeat where it stands already: $1 the till, $2 its relay, $3 the directory's version that the relay has taken in, $4 the
 * highest ledger_schema that it reads. No row where that is higher: the number is locked, so one that is being raised is waited for.
 */
export const OPEN_TILL = `
  with written as materialized (select number from directory.ledger_schema for share)
  insert into directory.tills (till_id, relay_id, directory_version, ledger_schema)
  select $1::text, $2::text, $3::bigint, $4::integer where not exists (select from written where number > $4::integer)
  on conflict (till_id) do update set beat = directory.tills.beat + 1
  returning till_id as "tillId"`;
