import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_LEASES: PreparedSql = {
  name: 'leases_granted',
  text: `
    insert into @rm.open_leases (lease_id, user_id, till_id, token_id, amount, consumed, revision)
    select * from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])`,
};

export const RESIZE_LEASES: PreparedSql = {
  name: 'leases_resized',
  text: `
    update @rm.open_leases l set amount = x.amount, consumed = x.consumed, revision = x.revision
    from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) x (lease_id, amount, consumed, revision) where l.lease_id = x.lease_id`,
};

export const DELETE_LEASES: PreparedSql = {
  name: 'leases_settled',
  text: 'delete from @rm.open_leases where lease_id = any($1::text[])',
};

/** A till never goes back: 1 open, 2 fenced, 3 closed. */
export const MOVE_TILLS: PreparedSql = {
  name: 'tills',
  text: `
    insert into @rm.tills as t (till_id, relay_id, status, opened_ms) select * from unnest($1::text[], $2::text[], $3::smallint[], $4::bigint[])
    on conflict (till_id) do update set
      status = greatest(t.status, excluded.status), opened_ms = greatest(t.opened_ms, excluded.opened_ms),
      relay_id = case when excluded.relay_id = '' then t.relay_id else excluded.relay_id end`,
};
