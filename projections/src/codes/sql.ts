import { CODE_STATUS } from '@ledgate/domain/catalogue/statuses';
import type { PreparedSql } from '../runner/batch-writer.ts';

const GIVEN = `
    unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
      x (code_id, status, amount, used_user_id, redeemed_ms, uses_max, uses)`;

export const INSERT_CODES: PreparedSql = {
  name: 'codes_issued',
  text: `
    insert into @rm.code_states (code_id, status, amount, used_user_id, redeemed_ms, uses_max, uses)
    select code_id, case when uses >= uses_max then ${CODE_STATUS.used} else status end, amount, used_user_id, redeemed_ms, uses_max, uses
    from ${GIVEN}`,
};

/** What the batch does not say stays. Used it is with its last use. */
export const CHANGE_CODES: PreparedSql = {
  name: 'codes_changed',
  text: `
    update @rm.code_states s set amount = coalesce(x.amount, s.amount), uses = s.uses + x.uses,
      status = case when x.uses > 0 and s.uses + x.uses >= s.uses_max then ${CODE_STATUS.used} else coalesce(x.status, s.status) end,
      used_user_id = coalesce(x.used_user_id, s.used_user_id), redeemed_ms = coalesce(x.redeemed_ms, s.redeemed_ms)
    from ${GIVEN}
    where s.code_id = x.code_id`,
};
