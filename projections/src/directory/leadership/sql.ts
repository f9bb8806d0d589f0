import { ADVISORY_LOCKS } from '../../shared/advisory-locks.ts';

export const TRY = `
  select leadership from unnest($1::text[]) as leadership
  where pg_try_advisory_lock(${ADVISORY_LOCKS.leaderships}, hashtext(leadership))`;

export const RAISE = `
  insert into directory.leaderships as l (office, fence, holder) select leadership, 1, $2 from unnest($1::text[]) as leadership
  on conflict (office) do update set fence = l.fence + 1, holder = excluded.holder
  returning office as leadership, fence::text`;

export const LEAVE = `select pg_advisory_unlock(${ADVISORY_LOCKS.leaderships}, hashtext($1))`;

export const idleSessionTimeout = (ms: number): string => `set idle_session_timeout = ${ms}`;
