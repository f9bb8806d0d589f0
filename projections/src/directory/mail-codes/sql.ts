import { ADVISORY_LOCKS } from '../../shared/advisory-locks.ts';

/** $1 e-mail: of two calls for one at once the second waits for the first one's end. */
export const ONE_AT_A_TIME = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.mails}, hashtext($1::text))`;

/** $1 e-mail. */
export const LAST_CODE = `
  select sent_time as sent from directory.mail_codes where purpose = 'proof' and email = $1::text`;

/** $1 e-mail, $2 since when. */
export const MAILS_SINCE = `
  select count(*)::int as mails, min(sent_time) as oldest from directory.mails_sent where email = $1::text and sent_time > $2::bigint`;

export const NOTE_MAIL = 'insert into directory.mails_sent (email, sent_time) values ($1::text, $2::bigint)';

/** $1 purpose, $2 e-mail, $3 master key, $4 hash, $5 now, $6 until when it is good. */
export const KEEP_CODE = `
  insert into directory.mail_codes (purpose, email, master_key, code_hash, sent_time, until_time)
  values ($1::text, $2::text, $3::text, $4::bytea, $5::bigint, $6::bigint)
  on conflict (purpose, email) do update set
    master_key = excluded.master_key, code_hash = excluded.code_hash, sent_time = excluded.sent_time, until_time = excluded.until_time, guesses = 0`;

/** It did not go out: neither it nor its count is kept. $1 purpose, $2 e-mail, $3 hash, $4 when. */
export const TAKE_CODE_BACK = `
  with gone as (
    delete from directory.mail_codes where purpose = $1::text and email = $2::text and code_hash = $3::bytea returning 1
  )
  delete from directory.mails_sent where ctid = (
    select ctid from directory.mails_sent where email = $2::text and sent_time = $4::bigint limit 1)`;

/** Counts a guess, right or wrong, and answers what it is compared with; no row where none is good. $1 purpose, $2 e-mail, $3 now, $4 how many. */
export const GUESS = `
  update directory.mail_codes set guesses = guesses + 1
  where purpose = $1::text and email = $2::text and until_time > $3::bigint and guesses < $4::int
  returning master_key as "masterKey", code_hash as "codeHash"`;

/** Once. $1 purpose, $2 e-mail, $3 hash, $4 now. */
export const USE_CODE = `
  delete from directory.mail_codes
  where purpose = $1::text and email = $2::text and code_hash = $3::bytea and until_time > $4::bigint
  returning 1 as used`;

/** $1 what is older goes, at most $2 rows of each. */
export const SWEEP_CODES = `
  delete from directory.mail_codes where ctid = any(array(
    select ctid from directory.mail_codes where until_time < $1::bigint limit $2::int))`;
export const SWEEP_MAILS = `
  delete from directory.mails_sent where ctid = any(array(
    select ctid from directory.mails_sent where sent_time < $1::bigint limit $2::int))`;
