import type { UserId } from '@ledgate/domain/shared/ids';
import { taskPage, type TaskView } from '@ledgate/projections/queries/tasks';
import type { Drawing, Task, taskRoutes } from '../contract/task.ts';
import { listed } from '../http/answer.ts';
import type { Handlers } from '../http/call.ts';
import { offsetFromZero } from '../http/paging.ts';
import type { ApiPorts } from '../ports.ts';

const MS = 1_000;
const STATUSES = {
  submitted: 'SUBMITTED',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  refunded: 'FAILURE',
} as const satisfies Record<TaskView['status'], string>;
/** A drawing job was taken by its provider: all that the ledger knows of were. */
const CODE_SUBMITTED = 1;

type Asked = {
  readonly p: number;
  readonly page_size: number;
  readonly start_timestamp: number;
  readonly end_timestamp: number;
};

/** What runs at a provider after its call was answered (docs/behaviour.md#tasks). */
export const taskHandlers = ({ db, view }: ApiPorts): Handlers<typeof taskRoutes> => {
  const drawings = async (query: Asked & { mj_id: string }, channelId: number, userId?: UserId) => {
    const { items, total } = await taskPage(
      db,
      {
        isDrawing: true,
        userId,
        taskId: query.mj_id.trim(),
        channelId,
        fromMs: query.start_timestamp,
        toMs: query.end_timestamp,
      },
      offsetFromZero(query.p, query.page_size),
    );
    const address = view.options.MjForwardUrlEnabled ? view.options.ServerAddress : '';
    return listed(
      items.map((task) => drawingAnswer(task, address, userId === undefined)),
      total,
    );
  };
  const tasks = async (query: Asked & { task_id: string }, channelId: number, userId?: UserId) => {
    const { items, total } = await taskPage(
      db,
      {
        isDrawing: false,
        userId,
        taskId: query.task_id.trim(),
        channelId,
        fromMs: query.start_timestamp * MS,
        // The whole second.
        toMs: query.end_timestamp === 0 ? 0 : query.end_timestamp * MS + MS - 1,
      },
      offsetFromZero(query.p, query.page_size),
    );
    return listed(
      items.map((task) => taskAnswer(task, userId === undefined)),
      total,
    );
  };
  return {
    drawings: ({ query }) => drawings(query, query.channel_id),
    drawingsSelf: ({ query, caller }) => drawings(query, 0, caller.id),
    tasks: ({ query }) => tasks(query, query.channel_id),
    tasksSelf: ({ query, caller }) => tasks(query, 0, caller.id),
  };
};

const progressOf = ({ finishedMs }: TaskView): string => (finishedMs === 0 ? '0%' : '100%');
const secondsOf = (ms: number): number => Math.floor(ms / MS);

/** @param address where pictures are fetched through us; '' where they are not */
const drawingAnswer = (task: TaskView, address: string, forAdministrator: boolean): Drawing => ({
  id: task.position,
  code: CODE_SUBMITTED,
  user_id: task.userId,
  action: task.action,
  mj_id: task.taskId,
  prompt: '',
  prompt_en: '',
  description: '',
  state: '',
  submit_time: task.submittedMs,
  start_time: task.submittedMs,
  finish_time: task.finishedMs,
  image_url: address === '' || task.status !== 'succeeded' ? '' : `${address}/mj/image/${task.taskId}`,
  status: STATUSES[task.status],
  progress: progressOf(task),
  fail_reason: task.reason,
  channel_id: forAdministrator ? task.channelId : 0,
  quota: task.amount,
  buttons: '',
  properties: '',
});

const taskAnswer = (task: TaskView, forAdministrator: boolean): Task => ({
  id: task.position,
  created_at: secondsOf(task.submittedMs),
  updated_at: secondsOf(task.updatedMs),
  task_id: task.taskId,
  platform: task.platform,
  user_id: task.userId,
  channel_id: forAdministrator ? task.channelId : 0,
  quota: task.amount,
  action: task.action,
  status: STATUSES[task.status],
  fail_reason: task.reason,
  submit_time: secondsOf(task.submittedMs),
  start_time: secondsOf(task.submittedMs),
  finish_time: secondsOf(task.finishedMs),
  progress: progressOf(task),
  properties: { input: '' },
  data: null,
});
