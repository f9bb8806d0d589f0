/**
 * Mails that no call causes, each once: `id` says what it tells of. `user_id` 0 is root. `next_time`: when it is tried; who takes one moves it on. Seconds, 0
 * for never. `notices_seen`: up to which position of the ledger charges were looked at for balances that have become low.
 */
export const notices = `
create table directory.notices (
  id text primary key,
  kind text not null,
  user_id bigint not null,
  facts text not null,
  created_time bigint not null,
  next_time bigint not null,
  attempts integer not null default 0,
  sent_time bigint not null default 0,
  dropped_time bigint not null default 0,
  problem text not null default ''
);
create index notices_open on directory.notices (next_time) where sent_time = 0 and dropped_time = 0;
create index notices_of_user on directory.notices (user_id, kind, created_time);
create index notices_by_age on directory.notices (created_time);
create table directory.notices_seen (
  single boolean primary key default true check (single),
  position bigint not null
);
`;
