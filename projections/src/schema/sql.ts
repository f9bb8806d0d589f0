/** The registry of generations. A sequence, since a number that were given twice would let a process that has lost its lock take another's work for its own. */
export const REGISTRY = `
create schema if not exists readmodel;
create sequence if not exists readmodel.generation_numbers as integer;
create table if not exists readmodel.generations (
  number integer primary key,
  shape integer not null,
  status text not null check (status in ('building', 'live')),
  created_at timestamptz not null default now()
);
alter table readmodel.generations add column if not exists partitions integer not null default 1;
create unique index if not exists generations_live on readmodel.generations (status) where status = 'live';
`;

export const NEXT_NUMBER = `
    select setval('readmodel.generation_numbers', greatest(nextval('readmodel.generation_numbers'), max(number) + 1))::int as next from readmodel.generations`;

export const RETIRE = 'update @rm.checkpoints set retired = true';

export const dropSchema = (schema: string): string => `drop schema if exists ${schema} cascade`;

export const LEFT_OVER = `
    select nspname as name from pg_namespace
    where nspname ~ '^rm_v[0-9]+$' and nspname not in (select 'rm_v' || number from readmodel.generations where status = 'live')`;

export const SHAPE_SEEN = `
      select (select shape from readmodel.generations where status = 'live') as live, to_regclass(?) is not null as readable`;

export const HAS_REGISTRY = "select to_regclass('readmodel.generation_numbers') is not null as made";

export const FITS =
  "select count(*) = 1 and bool_and(shape <> ? or to_regclass(?) is not null) as fits from readmodel.generations where status = 'live'";

export const makeViewsOf = (views: string, schema: string, names: readonly string[]): string =>
  [
    `create schema if not exists ${views}`,
    ...names.map(
      (view) => `drop view if exists ${views}.${view}; create view ${views}.${view} as select * from ${schema}.${view}`,
    ),
  ].join(';');
