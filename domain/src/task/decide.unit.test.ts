import { describe, expect, it } from '@jest/globals';
import { NO_TOKEN, type RequestId, userId } from '../shared/ids.ts';
import { quota } from '../shared/quota.ts';
import { specification } from '../testing/given-when-then.ts';
import { decide, refundOf, type TaskCommand } from './decide.ts';
import type { TaskEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { initialTask, type Task } from './state.ts';

const given = specification<TaskCommand, Task, TaskEvent>({
  decide,
  fold: (events) => events.reduce(evolve, initialTask),
});

const task = {
  taskId: 't',
  accountId: userId(2),
  tokenId: NO_TOKEN,
  requestId: 'r' as RequestId,
  platform: 'suno',
  action: 'music',
  amount: quota(50_000),
};
const submitted: TaskEvent = { type: 'TaskSubmitted', data: task };
const succeeded: TaskEvent = { type: 'TaskSucceeded', data: { taskId: 't' } };
/** Its charge was re-rated meanwhile. */
const STANDS_AT = quota(48_000);
const fail: TaskCommand = { type: 'FailTask', reason: 'late', refund: STANDS_AT, suspended: true };
const claim = {
  taskId: 't',
  accountId: userId(2),
  tokenId: NO_TOKEN,
  refund: STANDS_AT,
  reason: 'late',
  requestId: 'r' as RequestId,
  suspended: true,
};
const failed: TaskEvent = { type: 'TaskFailed', data: claim };
const refunded: TaskEvent = { type: 'TaskRefunded', data: { taskId: 't', amount: STANDS_AT } };

describe('a task', () => {
  it('is submitted once', () => {
    given().when({ type: 'SubmitTask', task }).then(submitted);
    given(submitted).when({ type: 'SubmitTask', task }).thenRefused({ code: 'task_exists' });
    given().when({ type: 'SucceedTask' }).thenRefused({ code: 'task_missing' });
  });

  it('ends once', () => {
    given(submitted).when({ type: 'SucceedTask' }).then(succeeded);
    given(submitted, succeeded).when(fail).then();
    given(submitted, failed).when({ type: 'SucceedTask' }).then();
  });

  it('that fails claims back what its charge stands at, and is refunded once', () => {
    given(submitted).when(fail).then(failed);
    given(submitted, failed).when({ type: 'MarkRefunded' }).then(refunded);
    given(submitted, failed, refunded).when({ type: 'MarkRefunded' }).then();
    given(submitted, succeeded).when({ type: 'MarkRefunded' }).then();
  });

  it('that cost nothing gives nothing back', () => {
    expect(refundOf(claim, 7)).toEqual({
      type: 'RefundConsumption',
      amount: 48_000,
      tokenId: 0,
      requestId: 'r',
      source: 'task-t',
      sourceBornMs: 7,
    });
    expect(refundOf({ ...claim, refund: quota(0) }, 7)).toBeUndefined();
  });
});
