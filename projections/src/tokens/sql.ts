import type { PreparedSql } from '../runner/batch-writer.ts';

/** The newest version of a limit wins, in whatever order they come. */
export const ADD_TO_TOKEN_USE: PreparedSql = {
  name: 'token_use',
  text: `
    insert into @rm.token_use as t (token_id, user_id, limit_quota, limit_version, till_charges, late, request_count, last_used_ms)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
    on conflict (token_id) do update set
      limit_quota = case when excluded.limit_version > t.limit_version then excluded.limit_quota else t.limit_quota end,
      limit_version = greatest(t.limit_version, excluded.limit_version),
      till_charges = t.till_charges + excluded.till_charges, late = t.late + excluded.late,
      request_count = t.request_count + excluded.request_count, last_used_ms = greatest(t.last_used_ms, excluded.last_used_ms)
    returning t.token_id, t.till_charges + t.late`,
};

export const INSERT_TOKEN_LIMITS: PreparedSql = {
  name: 'token_limits',
  text: `
    insert into @rm.token_limits (token_id, position, limit_quota) select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])`,
};
