import type { AccountCommandOf } from '../account/commands.ts';
import type { SourceId } from '../shared/ids.ts';
import type { Quota } from '../shared/quota.ts';
import { accept, type Decision, nothing, refuse } from '../shared/result.ts';
import type { TaskEvent, TaskEventOf } from './events.ts';
import type { Task } from './state.ts';

export type TaskCommand =
  | { readonly type: 'SubmitTask'; readonly task: TaskEventOf<'TaskSubmitted'>['data'] }
  | { readonly type: 'SucceedTask' }
  /** Claims the refund of the whole charge (docs/billing.md#refunds): of what it stands at by now, in suspense where it is `suspended`. */
  | { readonly type: 'FailTask'; readonly reason: string; readonly refund: Quota; readonly suspended: boolean }
  /** The refund has been credited. */
  | { readonly type: 'MarkRefunded' };

/** A task ends once; what is told of it later changes nothing. Refuses with task_exists or task_missing. */
export function decide(command: TaskCommand, task: Task): Decision<TaskEvent> {
  if (command.type === 'SubmitTask') {
    return task.status === 'missing'
      ? accept({ type: 'TaskSubmitted', data: command.task })
      : refuse({ code: 'task_exists' });
  }
  if (task.status === 'missing') return refuse({ code: 'task_missing' });
  const { taskId, accountId, tokenId, requestId } = task.submitted;
  switch (command.type) {
    case 'SucceedTask':
      return task.status === 'submitted' ? accept({ type: 'TaskSucceeded', data: { taskId } }) : nothing;
    case 'FailTask':
      if (task.status !== 'submitted') return nothing;
      return accept({
        type: 'TaskFailed',
        data: {
          taskId,
          accountId,
          tokenId,
          refund: command.refund,
          reason: command.reason,
          requestId,
          suspended: command.suspended,
        },
      });
    case 'MarkRefunded':
      return task.status === 'failed'
        ? accept({ type: 'TaskRefunded', data: { taskId, amount: task.refund } })
        : nothing;
  }
}

const TASK_SOURCE = 'task-';

/** What recognises the refund of a task on the account. */
export const taskSource = (taskId: string): SourceId => `${TASK_SOURCE}${taskId}` as SourceId;

/** Whether a refund's source is a task's: only those are claimed on a stream of their own first. */
export const isTaskSource = (source: SourceId): boolean => source.startsWith(TASK_SOURCE);

/** What a failed task says about its refund. */
export type TaskRefund = Pick<TaskEventOf<'TaskFailed'>['data'], 'refund' | 'taskId' | 'tokenId' | 'requestId'>;

/** The saga's second step, for a task that failed at `failedMs` (Unix milliseconds); undefined when there is nothing to give back. */
export const refundOf = (
  { refund, taskId, tokenId, requestId }: TaskRefund,
  failedMs: number,
): AccountCommandOf<'RefundConsumption'> | undefined =>
  refund > 0
    ? {
        type: 'RefundConsumption',
        amount: refund,
        tokenId,
        requestId,
        source: taskSource(taskId),
        sourceBornMs: failedMs,
      }
    : undefined;
