export const OUTBOX_FIGURES = `
  select count(*) filter (where parked_reason is null) as "openRows", count(*) filter (where parked_reason is not null) as "parkedRows",
    coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where parked_reason is null)), 0)::float8 as "oldestAgeSeconds"
  from directory.outbox`;
