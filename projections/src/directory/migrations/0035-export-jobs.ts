/**
 * `export_jobs`: files that somebody has ordered (docs/exports.md). `export_order`: JSON. `file`: what its files' names begin with, this job's alone.
 * `beat_ms` is the database's clock: a job whose process says nothing for a while is taken by another, as `attempt` + 1; `deaths` counts those that fell
 * silent. `failure`: the word for why it failed.
 */
export const exportJobs = `
create table directory.export_jobs (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  layout text not null,
  export_order text not null,
  status text not null default 'queued',
  holder text not null default '',
  attempt integer not null default 0,
  deaths integer not null default 0,
  rows_done bigint not null default 0,
  rows_total bigint,
  bytes bigint not null default 0,
  sha256 text not null default '',
  failure text not null default '',
  file text not null,
  created_ms bigint not null,
  beat_ms bigint not null,
  finished_ms bigint,
  expires_ms bigint
);
create index export_jobs_unfinished on directory.export_jobs (id) where status in ('queued', 'running');
`;
