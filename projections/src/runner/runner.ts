import type { Clock } from '@ledgate/domain/ports/clock';
import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import { START } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { Database } from '../shared/database.ts';
import { RETRY_FIRST_MS, RETRY_MAX_MS } from '../limits.ts';
import { sweepCleanedLogs } from '../logs/sweep.ts';
import { isMissing } from '../schema/generations.ts';
import { isPassing, ProjectionFault } from './failures.ts';
import { followLive } from './follow-live.ts';
import { pause } from './pause.ts';
import type { Alarm, Progress } from './progress.ts';
import { Waiters } from './waiters.ts';

export type RunnerOptions = {
  readonly pool: Database;
  readonly feed: EventFeed;
  readonly clock: Clock;
  readonly log: Log;
};

export interface Runner extends Progress {
  /** Milliseconds from the append of the oldest event of the last batch to its commit here; 0 before the first batch. */
  lag(): number;
  /** undefined while all is well. */
  alarm(): Alarm | undefined;
  /** Ends after the batch under way. */
  stop(): Promise<void>;
}

/**
 * Keeps the live generation of read models up to date: one transaction a batch with its checkpoint, so that every event has its effect exactly
 * once however often the feed delivers it. Goes over to the next generation when a rebuild flips. Retries while Postgres or the feed is away;
 * stops with an alarm when a projection throws.
 */
export function startRunner({ pool, feed, clock, log }: RunnerOptions): Runner {
  const stopped = new AbortController();
  const waiters = new Waiters(START);
  let lagMs = 0;
  let alarm: Alarm | undefined;
  let sweeping: Promise<void> | undefined;

  const sweep = (): void => {
    sweeping ??= sweepCleanedLogs(pool, stopped.signal)
      .then((rows) => (rows > 0 ? log.info({ rows }, 'display rows swept after a cleaning') : undefined))
      .catch((error: unknown) => log.warn({ err: error }, 'display rows could not be swept'))
      .finally(() => (sweeping = undefined));
  };

  const follow = (): Promise<void> => followLive({
    pool, feed, waiters, signal: stopped.signal,
    onApplied: ({ oldestAtMs, cleaned }) => {
      lagMs = Math.max(0, clock.nowMs() - oldestAtMs);
      if (cleaned) sweep();
    },
  });

  const run = async (): Promise<void> => {
    let pauseMs = RETRY_FIRST_MS;
    sweep();
    while (!stopped.signal.aborted) {
      const before = waiters.position;
      try {
        await follow();
        pauseMs = RETRY_FIRST_MS;
      } catch (error) {
        if (!isPassing(error) && !isMissing(error)) {
          alarm = alarmOf(error, clock.nowMs());
          log.error({ alarm: true, err: error, event: alarm.event }, 'a projection threw: the read models stand still');
          waiters.endAll();
          return;
        }
        if (waiters.position > before) pauseMs = RETRY_FIRST_MS;
        log.warn({ err: error, pauseMs }, 'the read models cannot be brought up to date');
        await pause(pauseMs, stopped.signal);
        pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
      }
    }
  };

  const running = run();
  return {
    // Who stands still is not worth waiting for.
    waitFor: (position, timeoutMs) => waiters.waitFor(position, alarm === undefined ? timeoutMs : 0),
    position: () => waiters.position,
    lag: () => lagMs,
    alarm: () => alarm,
    stop: async () => {
      stopped.abort();
      await running;
      await sweeping;
      waiters.endAll();
    },
  };
}

function alarmOf(error: unknown, sinceMs: number): Alarm {
  const message = error instanceof Error ? error.message : String(error);
  return { message, event: error instanceof ProjectionFault ? error.event : undefined, sinceMs };
}
