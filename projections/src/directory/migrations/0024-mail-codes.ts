/**
 * What was mailed to prove an e-mail (lower case) or to make a new password: the newest of each alone, as a hash under a master key. `mails_sent` counts them.
 * Times are seconds.
 */
export const mailCodes = `
create table directory.mail_codes (
  purpose text not null,
  email text not null,
  master_key text not null,
  code_hash bytea not null,
  sent_time bigint not null,
  until_time bigint not null,
  guesses integer not null default 0,
  primary key (purpose, email)
);
create index mail_codes_by_age on directory.mail_codes (until_time);
create table directory.mails_sent (
  email text not null,
  sent_time bigint not null
);
create index mails_sent_to on directory.mails_sent (email, sent_time);
create index mails_sent_by_age on directory.mails_sent (sent_time);
`;
