import type { PreparedSql } from '../runner/batch-writer.ts';

/** Claim and credit stand in different streams and may come in any order; what the claim says wins. */
export const MERGE_CLAIMS: PreparedSql = {
  name: 'claims',
  text: `
    insert into @rm.claims as c (source, kind, claimed, credited, user_id, amount, claimed_position, claimed_ms, facts)
    select * from unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::text[])
    on conflict (source) do update set
      claimed = c.claimed or excluded.claimed, credited = c.credited or excluded.credited,
      user_id = case when excluded.claimed then excluded.user_id else c.user_id end,
      amount = case when excluded.claimed then excluded.amount else c.amount end,
      claimed_position = case when excluded.claimed then excluded.claimed_position else c.claimed_position end,
      claimed_ms = case when excluded.claimed then excluded.claimed_ms else c.claimed_ms end,
      facts = case when excluded.claimed then excluded.facts else c.facts end`,
};
