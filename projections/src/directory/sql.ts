export const ADD_CHANGES = `
    insert into directory.directory_changes (version, kind, id)
    select distinct ?::bigint, kind, id from unnest(?::text[], ?::bigint[]) as change (kind, id)`;

export const CHANGES_SINCE = `
    select head.version, change.kind, change.id from directory.directory_head head
    left join directory.directory_changes change on change.version > ?`;

export const MAKE_SCHEMA = 'create schema if not exists directory';

export const DROP_SCHEMA = 'drop schema if exists directory cascade';

export const MAKE_REGISTRY =
  'create table if not exists directory.migrations (name text primary key, applied_at timestamptz not null default now())';
