import type { PreparedSql } from '../runner/batch-writer.ts';

export const ADD_TO_BALANCES: PreparedSql = {
  name: 'balances',
  text: `
    insert into @rm.balances as b
      (user_id, credits, till_charges, late, earnings, aff_history, aff_count, request_count, refunds, opened_ms, closed_ms)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[])
    on conflict (user_id) do update set
      credits = b.credits + excluded.credits, till_charges = b.till_charges + excluded.till_charges, late = b.late + excluded.late,
      earnings = b.earnings + excluded.earnings, aff_history = b.aff_history + excluded.aff_history, aff_count = b.aff_count + excluded.aff_count,
      request_count = b.request_count + excluded.request_count, refunds = b.refunds + excluded.refunds,
      opened_ms = greatest(b.opened_ms, excluded.opened_ms), closed_ms = greatest(b.closed_ms, excluded.closed_ms)
    returning b.user_id, b.credits - b.till_charges - b.late, b.till_charges + b.late - b.refunds, b.earnings`,
};
