import { type Position, START } from '@ledgate/domain/ports/event-store';
import type { Database } from '../shared/database.ts';
import { WATCH_POLL_MS } from '../limits.ts';
import { livePosition } from '../queries/health.ts';
import { pause } from './pause.ts';
import type { Progress } from './progress.ts';
import { Waiters } from './waiters.ts';

/** Progress as seen by a process that does not apply events itself: the checkpoint is asked for while somebody waits. */
export function watchProgress(pool: Database): Progress & { stop(): void } {
  const stopped = new AbortController();
  const waiters = new Waiters(START);
  let waiting = 0;
  let polling: Promise<void> | undefined;

  const poll = async (): Promise<void> => {
    while (waiting > 0 && !stopped.signal.aborted) {
      const position = await livePosition(pool).catch(() => waiters.position);
      if (position > waiters.position) waiters.moveTo(position);
      if (waiting > 0) await pause(WATCH_POLL_MS, stopped.signal);
    }
    polling = undefined;
  };

  return {
    position: () => waiters.position,
    waitFor: async (position: Position, timeoutMs: number) => {
      waiting += 1;
      try {
        const reached = waiters.waitFor(position, timeoutMs);
        polling ??= poll();
        return await reached;
      } finally {
        waiting -= 1;
      }
    },
    stop: () => {
      stopped.abort();
      waiters.endAll();
    },
  };
}
