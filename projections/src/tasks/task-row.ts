import type { Recorded } from '@ledgate/domain/events/codec';

/** What a task comes to. */
export type TaskStatus = 'submitted' | 'succeeded' | 'failed' | 'refunded';

/** The platform whose tasks are drawing jobs, with a list of their own (docs/behaviour.md#tasks). */
const DRAWING = 'mj';

/** A row of `tasks`, beside its id: amounts in quota units, times in Unix milliseconds (0: not yet). */
export type TaskRow = {
  readonly user_id: number;
  readonly token_id: number;
  readonly request_id: string;
  readonly platform: string;
  readonly is_drawing: boolean;
  readonly action: string;
  /** What it was charged when it was submitted. */
  readonly amount: number;
  readonly status: TaskStatus;
  /** Why it failed; ''. */
  readonly reason: string;
  readonly submitted_ms: number;
  readonly submitted_position: number;
  readonly updated_ms: number;
  readonly finished_ms: number;
};

type TaskChange = { readonly taskId: string } & (
  | { readonly submitted: TaskRow }
  /** Of a task that was submitted before: what is left out stays. */
  | {
      readonly change: Pick<TaskRow, 'status' | 'updated_ms'> & Partial<Pick<TaskRow, 'reason' | 'finished_ms'>>;
    }
);

/** undefined for an event that is of no task. */
export function taskChangeOf({
  event,
  atMs,
  position,
}: Pick<Recorded, 'event' | 'atMs' | 'position'>): TaskChange | undefined {
  switch (event.type) {
    case 'TaskSubmitted': {
      const { taskId, accountId, tokenId, requestId, platform, action, amount } = event.data;
      return {
        taskId,
        submitted: {
          user_id: accountId,
          token_id: tokenId,
          request_id: requestId,
          platform,
          is_drawing: platform === DRAWING,
          action,
          amount,
          status: 'submitted',
          reason: '',
          submitted_ms: atMs,
          submitted_position: position,
          updated_ms: atMs,
          finished_ms: 0,
        },
      };
    }
    case 'TaskSucceeded':
      return { taskId: event.data.taskId, change: { status: 'succeeded', updated_ms: atMs, finished_ms: atMs } };
    case 'TaskFailed': {
      const { taskId, reason } = event.data;
      return { taskId, change: { status: 'failed', reason, updated_ms: atMs, finished_ms: atMs } };
    }
    case 'TaskRefunded':
      return { taskId: event.data.taskId, change: { status: 'refunded', updated_ms: atMs } };
    default:
      return undefined;
  }
}
