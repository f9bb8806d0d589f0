import type { Statement } from '../runner/batch-writer.ts';

/**
 * Rows that a cleaning has taken away are written, too: where its border lies in the ledger is told only when everything before it has come. Nobody sees
 * them, and the sweep deletes them.
 */
export const INSERT_LOG_ROWS: Statement = {
  name: 'log_rows',
  text: `
    insert into @rm.log_rows (position, at_ms, type, user_id, token_id, channel_id, model_name, group_name, quota, prompt_tokens, completion_tokens,
      duration_ms, is_stream, request_id)
    select * from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bigint[],
      $10::bigint[], $11::bigint[], $12::bigint[], $13::boolean[], $14::text[])`,
};

export const ADD_TO_LOG_COUNTS: Statement = {
  name: 'log_counts',
  text: `
    insert into @rm.log_counts as c (user_id, recorded_s, type, rows, quota)
    select * from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[])
    on conflict (user_id, recorded_s, type) do update set rows = c.rows + excluded.rows, quota = c.quota + excluded.quota`,
};

export const RAISE_WATERMARK: Statement = {
  name: 'log_cleaning',
  text: 'update @rm.log_cleaning set before_ms = greatest(before_ms, $1::bigint)',
};
