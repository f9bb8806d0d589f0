import type { EventFeed } from '@ledgate/domain/ports/event-feed';
import type { Clock } from '@ledgate/domain/ports/clock';
import type { Database } from '../directory/database.ts';
import type { Log } from '../shared/log.ts';
import type { Alarm, Progress } from './progress.ts';

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
export function startRunner(_options: RunnerOptions): Runner {
  throw new Error('not built yet');
}
