import type { Statement } from '../runner/batch-writer.ts';

/** Rows that a cleaning has taken away already are not written, so events may come in any order. */
export const INSERT_LOG_ROWS: Statement = {
  name: 'log_rows',
  text: `
    insert into @rm.log_rows (position, at_ms, type, user_id, token_id, channel_id, model_name, group_name, quota, prompt_tokens, completion_tokens,
      duration_ms, is_stream, request_id)
    select r.* from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[],
      $10::bigint[], $11::bigint[], $12::bigint[], $13::boolean[], $14::text[]) r (position, at_ms, type, user_id, token_id, channel_id, model_name,
      group_name, quota, prompt_tokens, completion_tokens, duration_ms, is_stream, request_id)
    where r.at_ms >= (select before_ms from @rm.log_cleaning)`,
};

export const ADD_TO_LOG_COUNTS: Statement = {
  name: 'log_counts',
  text: `
    insert into @rm.log_counts as c (user_id, day_s, type, rows, quota)
    select * from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[])
    on conflict (user_id, day_s, type) do update set rows = c.rows + excluded.rows, quota = c.quota + excluded.quota`,
};

export const RAISE_WATERMARK: Statement = {
  name: 'log_cleaning',
  text: 'update @rm.log_cleaning set before_ms = greatest(before_ms, $1::bigint)',
};
