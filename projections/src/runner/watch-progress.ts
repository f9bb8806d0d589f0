import type { Database } from '../shared/database.ts';
import { CheckpointWatch } from './checkpoint-watch.ts';
import type { Progress } from './progress.ts';
import { Waiters } from './waiters.ts';

/** Progress as seen by a process that does not apply events itself (an api without a runner): the checkpoints are asked for while somebody waits. */
export function watchProgress(pool: Database): Progress & { stop(): Promise<void> } {
  const waiters = new Waiters();
  const watch = new CheckpointWatch(pool, waiters);
  return {
    position: (of) => waiters.position(of),
    partitions: () => waiters.partitions,
    waitFor: (position, timeoutMs, of) => watch.waitFor(position, timeoutMs, of),
    stop: async () => {
      waiters.endAll();
      await watch.stop();
    },
  };
}
