import type { TaskEventOf } from './events.ts';

/** The fold of one long-running task. `failed`: its refund (none when it cost nothing) is claimed and not yet known to be credited. */
export type Task =
  | { readonly status: 'missing' }
  | {
      readonly status: 'submitted' | 'succeeded' | 'failed' | 'refunded';
      readonly submitted: TaskEventOf<'TaskSubmitted'>['data'];
    };

export const initialTask: Task = { status: 'missing' };
