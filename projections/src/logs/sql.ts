import type { PreparedSql } from '../runner/batch-writer.ts';
import { insertInto } from '../runner/sql.ts';
import { LOG_COLUMNS } from './log-columns.ts';
import { LOG_TAG_COLUMNS } from './log-tag-columns.ts';
import { eachTag } from './tags-column.ts';
import { READ_MODELS } from '../schema/shape.ts';

/**
 * Rows that a cleaning has taken away are written, too: where its border lies in the ledger is told only when everything before it has come. Nobody sees
 * them, and the sweep deletes them.
 */
export const INSERT_LOG_ROWS: PreparedSql = {
  name: 'log_rows',
  text: insertInto('@rm.log_rows', LOG_COLUMNS),
};

export const INSERT_LOG_TAGS: PreparedSql = {
  name: 'log_tags',
  text: insertInto('@rm.log_tags', LOG_TAG_COLUMNS),
};

export const ADD_TO_LOG_COUNTS: PreparedSql = {
  name: 'log_counts',
  text: `
    insert into @rm.log_counts as c (user_id, recorded_s, type, rows, quota)
    select * from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::bigint[])
    on conflict (user_id, recorded_s, type) do update set rows = c.rows + excluded.rows, quota = c.quota + excluded.quota`,
};

export const RAISE_WATERMARK: PreparedSql = {
  name: 'log_cleaning',
  text: 'update @rm.log_cleaning set before_ms = greatest(before_ms, $1::bigint)',
};

/** Rows with their tags; answers `swept`, how many rows. */
export const SWEEP_LOG_ROWS = `
      with gone as (
        delete from ${READ_MODELS}.log_rows where position in (
          select position from ${READ_MODELS}.log_rows where position < :begins and at_ms < :atMs limit :rows)
        and position < :begins and at_ms < :atMs
        returning position, tags),
      untagged as (
        delete from ${READ_MODELS}.log_tags t using gone where t.position = gone.position and t.tag = any(${eachTag('gone')}))
      select count(*) as swept from gone`;
