import type { Quota } from '../shared/quota.ts';
import type { TaskEventOf } from './events.ts';

type Submitted = { readonly submitted: TaskEventOf<'TaskSubmitted'>['data'] };

/** The fold of one long-running task. `failed`: its refund (0 when it stood at nothing) is claimed and not yet known to be credited. */
export type Task =
  | { readonly status: 'missing' }
  | (Submitted & { readonly status: 'submitted' | 'succeeded' | 'refunded' })
  | (Submitted & { readonly status: 'failed'; readonly refund: Quota });

export const initialTask: Task = { status: 'missing' };
