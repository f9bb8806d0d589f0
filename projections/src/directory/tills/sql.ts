/**
 * A relay's heartbeat, several times a second: $1 the relay, $2 the directory's version that its view has taken in, $3 the tills it looks after.
 * Answers those that have a row.
 */
export const BEAT = `
  update directory.tills set beat = beat + 1, directory_version = greatest(directory_version, $2::bigint)
  where relay_id = $1 and till_id = any($3) returning till_id as "tillId"`;
