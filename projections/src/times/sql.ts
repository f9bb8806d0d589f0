import type { PreparedSql } from '../runner/batch-writer.ts';

export const LOWER_FIRST_POSITIONS: PreparedSql = {
  name: 'first_positions',
  text: `
    insert into @rm.first_positions as f (step_s, start_s, position) select * from unnest($1::integer[], $2::bigint[], $3::bigint[])
    on conflict (step_s, start_s) do update set position = excluded.position where excluded.position < f.position`,
};

export const WIDEN_RECORDED_QUARTERS: PreparedSql = {
  name: 'recorded_quarters',
  text: `
    insert into @rm.recorded_quarters as q (recorded_s, first_position, last_position)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])
    on conflict (recorded_s) do update set
      first_position = least(q.first_position, excluded.first_position), last_position = greatest(q.last_position, excluded.last_position)`,
};

export const ADD_TO_EVENT_COUNTS: PreparedSql = {
  name: 'event_counts',
  text: `
    insert into @rm.event_counts as c (bits, block, count, places, begins_ms, recorded_ms)
    select * from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    on conflict (bits, block) do update set count = c.count + excluded.count, places = c.places + excluded.places,
      begins_ms = greatest(c.begins_ms, excluded.begins_ms), recorded_ms = greatest(c.recorded_ms, excluded.recorded_ms)`,
};
