import { unknownEvent } from '../events/written-by-later-release.ts';
import type { TaskEvent } from './events.ts';
import type { Task } from './state.ts';

/** Throws when the stream cannot be one that the decider wrote. */
export function evolve(task: Task, event: TaskEvent): Task {
  if (event.type === 'TaskSubmitted') return { status: 'submitted', submitted: event.data };
  if (task.status === 'missing') throw new Error(`${event.type} of a task that was not submitted`);
  const { submitted } = task;
  switch (event.type) {
    case 'TaskSucceeded':
      return { status: 'succeeded', submitted };
    case 'TaskFailed':
      return { status: 'failed', submitted, refund: event.data.refund };
    case 'TaskRefunded':
      return { status: 'refunded', submitted };
    default:
      return unknownEvent(event);
  }
}
