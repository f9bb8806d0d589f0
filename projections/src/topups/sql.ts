import type { PreparedSql } from '../runner/batch-writer.ts';

const INSERTED = `trade_no, user_id, status, amount, money_minor, currency, provider, terms, requested_ms, requested_position, paid_ms, provider_ref`;

export const INSERT_TOP_UPS: PreparedSql = {
  name: 'top_ups_requested',
  text: `
    insert into @rm.top_ups (${INSERTED})
    select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::bigint[],
      $11::bigint[], $12::text[])`,
};

export const CHANGE_TOP_UPS: PreparedSql = {
  name: 'top_ups_changed',
  text: `
    update @rm.top_ups t set status = x.status, paid_ms = x.paid_ms, provider_ref = x.provider_ref
    from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) x (trade_no, status, paid_ms, provider_ref)
    where t.trade_no = x.trade_no`,
};
