import type { PreparedSql } from '../runner/batch-writer.ts';

const INSERTED = `task_id, user_id, token_id, request_id, platform, is_drawing, action, amount, status, reason, submitted_ms, submitted_position, updated_ms,
      finished_ms`;

export const INSERT_TASKS: PreparedSql = {
  name: 'tasks_submitted',
  text: `
    insert into @rm.tasks (${INSERTED})
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::boolean[], $7::text[], $8::bigint[], $9::text[], $10::text[],
      $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[])`,
};

export const CHANGE_TASKS: PreparedSql = {
  name: 'tasks_changed',
  text: `
    update @rm.tasks t set status = x.status, reason = coalesce(x.reason, t.reason), updated_ms = x.updated_ms,
      finished_ms = coalesce(x.finished_ms, t.finished_ms)
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) x (task_id, status, reason, updated_ms, finished_ms)
    where t.task_id = x.task_id`,
};
