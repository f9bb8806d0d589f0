import type { TaskEvent } from './events.ts';
import type { Task } from './state.ts';

const AFTER = { TaskSucceeded: 'succeeded', TaskFailed: 'failed', TaskRefunded: 'refunded' } as const;

/** Throws when the stream cannot be one that the decider wrote. */
export function evolve(task: Task, event: TaskEvent): Task {
  if (event.type === 'TaskSubmitted') return { status: 'submitted', submitted: event.data };
  if (task.status === 'missing') throw new Error(`${event.type} of a task that was not submitted`);
  return { status: AFTER[event.type], submitted: task.submitted };
}
