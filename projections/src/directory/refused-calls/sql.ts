/** Counts of one relay only grow: a batch that is written twice changes nothing. */
export const WRITE_COUNTS = `
  insert into directory.refused_calls (hour, user_id, token_id, reason, relay_id, count)
  select hour, user_id, token_id, reason, ?, count
  from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::text[], ?::bigint[]) as refused (hour, user_id, token_id, reason, count)
  order by hour, user_id, token_id, reason
  on conflict (hour, user_id, token_id, reason, relay_id) do update set count = greatest(refused_calls.count, excluded.count)`;

export const SWEEP_COUNTS = `
  delete from directory.refused_calls where ctid in (select ctid from directory.refused_calls where hour < ? limit ?)`;
