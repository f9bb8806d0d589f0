/**
 * `channel_runs`: what is done to all channels in the background, the last one of each kind, by whichever process. `beat_ms` is the database's clock: a run
 * whose process says nothing for a while is over. `channels.last_test`: JSON of what the last test said.
 */
export const channelRuns = `
create table directory.channel_runs (
  kind text primary key,
  number bigint not null,
  holder text not null,
  state text not null,
  asked_by bigint not null,
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  begun_ms bigint not null,
  beat_ms bigint not null
);
alter table directory.channels add column last_test text not null default '';
`;
