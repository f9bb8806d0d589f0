import type { PreparedSql } from '../runner/batch-writer.ts';

export const OPEN_LOTS: PreparedSql = {
  name: 'open_lots_of',
  text: `
    select user_id, name, lots.kind, lots.expires_ms, lots.credited_by, open_lots.rest
    from @rm.open_lots join @rm.lots using (user_id, name)
    where user_id = any ($1::bigint[])`,
};

export const CHANGED_DRAWS: PreparedSql = {
  name: 'request_draws_of',
  text: `
    select user_id, request_id, draws from @rm.request_draws
    where (user_id, request_id) in (select * from unnest($1::bigint[], $2::text[]))`,
};

/** What charges of requests have drawn, whatever became of it. */
export const DRAWS_OF_CHARGES: PreparedSql = {
  name: 'draws_of_charges',
  text: `
    select user_id, reference, string_agg(draws, ',' order by position) from @rm.ledger_entries
    where reference = any ($1::text[]) and reference <> '' and draws is not null
    group by user_id, reference`,
};

export const LOTS_NAMED: PreparedSql = {
  name: 'lots_named',
  text: `
    select user_id, name, kind, expires_ms, credited_by from @rm.lots
    where (user_id, name) in (select * from unnest($1::bigint[], $2::bigint[]))`,
};

export const INSERT_LOTS: PreparedSql = {
  name: 'lots',
  text: `
    insert into @rm.lots (user_id, name, kind, expires_ms, credited_by)
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[])`,
};

export const SET_OPEN_LOTS: PreparedSql = {
  name: 'open_lots',
  text: `
    insert into @rm.open_lots (user_id, name, rest) select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])
    on conflict (user_id, name) do update set rest = excluded.rest`,
};

export const EMPTY_LOTS: PreparedSql = {
  name: 'open_lots_empty',
  text: `
    delete from @rm.open_lots where (user_id, name) in (select * from unnest($1::bigint[], $2::bigint[]))`,
};

export const SET_CHANGED_DRAWS: PreparedSql = {
  name: 'request_draws',
  text: `
    insert into @rm.request_draws (user_id, request_id, draws) select * from unnest($1::bigint[], $2::text[], $3::text[])
    on conflict (user_id, request_id) do update set draws = excluded.draws`,
};
