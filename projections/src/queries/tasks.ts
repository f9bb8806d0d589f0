import type { UserId } from '@ledgate/domain/shared/ids';
import { quota, type Quota } from '@ledgate/domain/shared/quota';
import { EXACT_TOTAL_ROWS_MAX, LOG_PAGE_ROWS_MAX, TASKS_LOOKED_MAX } from '../limits.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { oneRow, type Queryable, rows } from '../shared/database.ts';
import type { Page, Paging } from '../shared/paging.ts';
import { type Query, query } from '../shared/query.ts';
import type { TaskStatus } from '../tasks/task-row.ts';
import { CHANNEL_OF_TASK } from './sql.ts';

/** A task as the ledger knows it; times in Unix milliseconds, 0: not yet. */
export type TaskView = {
  readonly taskId: string;
  readonly userId: UserId;
  /** Of the channel that its charge names; 0: none is known. */
  readonly channelId: number;
  readonly platform: string;
  readonly action: string;
  readonly amount: Quota;
  readonly status: TaskStatus;
  readonly reason: string;
  readonly submittedMs: number;
  readonly updatedMs: number;
  readonly finishedMs: number;
  /** Where it stands in the ledger. */
  readonly position: number;
};

type TaskRead = {
  task_id: string;
  user_id: number;
  channel_id: number | null;
  platform: string;
  action: string;
  amount: number;
  status: TaskStatus;
  reason: string;
  submitted_ms: number;
  updated_ms: number;
  finished_ms: number;
  submitted_position: number;
};

const taskFrom = (row: TaskRead): TaskView => ({
  taskId: row.task_id,
  userId: row.user_id as UserId,
  channelId: row.channel_id ?? 0,
  platform: row.platform,
  action: row.action,
  amount: quota(row.amount),
  status: row.status,
  reason: row.reason,
  submittedMs: row.submitted_ms,
  updatedMs: row.updated_ms,
  finishedMs: row.finished_ms,
  position: row.submitted_position,
});

type TaskSearch = {
  /** Drawing jobs, or all others. */
  readonly isDrawing: boolean;
  /** undefined: of everybody. */
  readonly userId: UserId | undefined;
  /** '': any. */
  readonly taskId: string;
  /** 0: any. Of the newest TASKS_LOOKED_MAX that match otherwise, since the channel stands in the charge. */
  readonly channelId: number;
  /** Unix milliseconds, both inclusive; 0: no bound. */
  readonly fromMs: number;
  readonly toMs: number;
};

/** Newest first, and how many there are: EXACT_TOTAL_ROWS_MAX + 1 where there are more. */
export async function taskPage(db: Queryable, search: TaskSearch, { offset, limit }: Paging): Promise<Page<TaskView>> {
  const matching = tasksLike(search);
  const page = withChannels(matching.clone().select('t.*'))
    .orderBy('t.submitted_position', 'desc')
    .offset(offset)
    .limit(Math.min(limit, LOG_PAGE_ROWS_MAX));
  const counted = matching
    .clone()
    .select(query.raw('1'))
    .limit(EXACT_TOTAL_ROWS_MAX + 1);
  const { total } = await oneRow<{ total: number }>(db, query.count({ total: '*' }).from(counted.as('counted')));
  return { items: (await rows<TaskRead>(db, page)).map(taskFrom), total };
}

function tasksLike({ isDrawing, userId, taskId, channelId, fromMs, toMs }: TaskSearch): Query {
  const tasks = query(`${READ_MODELS}.tasks as t`).where('t.is_drawing', isDrawing);
  if (userId !== undefined) tasks.where('t.user_id', userId);
  if (taskId !== '') tasks.where('t.task_id', taskId);
  if (fromMs > 0) tasks.where('t.submitted_ms', '>=', fromMs);
  if (toMs > 0) tasks.where('t.submitted_ms', '<=', toMs);
  if (channelId === 0) return tasks;
  const looked = tasks.select('t.*').orderBy('t.submitted_position', 'desc').limit(TASKS_LOOKED_MAX);
  return query.from(looked.as('t')).whereRaw(`(${CHANNEL_OF_TASK}) = ?`, [channelId]);
}

const withChannels = (tasks: Query): Query => tasks.select(query.raw(`(${CHANNEL_OF_TASK}) as channel_id`));
