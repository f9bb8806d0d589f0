import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_CODES: PreparedSql = {
  name: 'codes_issued',
  text: `
    insert into @rm.code_states (code_id, status, amount, used_user_id, redeemed_ms)
    select * from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[])`,
};

/** What the batch does not say stays. */
export const CHANGE_CODES: PreparedSql = {
  name: 'codes_changed',
  text: `
    update @rm.code_states s set status = coalesce(x.status, s.status), amount = coalesce(x.amount, s.amount),
      used_user_id = coalesce(x.used_user_id, s.used_user_id), redeemed_ms = coalesce(x.redeemed_ms, s.redeemed_ms)
    from unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[]) x (code_id, status, amount, used_user_id, redeemed_ms)
    where s.code_id = x.code_id`,
};
