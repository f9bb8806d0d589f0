import type { PreparedSql } from '../runner/batch-writer.ts';

export const INSERT_PERIOD_EVENT: PreparedSql = {
  name: 'period_events',
  text: 'insert into @rm.period_events (position, type, period_id, start_s, end_s, at_ms, reason) values ($1, $2, $3, $4, $5, $6, $7)',
};
