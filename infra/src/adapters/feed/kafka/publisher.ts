import { type Position, START } from '@ledgate/domain/ports/event-store';
import { WakeUp } from '../wake-up.ts';
import { RETRY_FIRST_MS, RETRY_MAX_MS } from './limits.ts';
import { type PublishOptions, publishSession } from './publish-session.ts';
import { TopicMismatch } from './topic.ts';

export type Publisher = {
  /** Everything up to here is in Kafka, as far as this process knows; START until its first session has begun. */
  position(): Position;
  /** Why nothing is published at the moment; undefined while all is well. `alarm`: a person is needed, it is not tried again. */
  trouble(): { readonly message: string; readonly alarm: boolean } | undefined;
  /** Ends after the batch under way, its checkpoint stored. */
  stop(): Promise<void>;
};

/**
 * Brings every event of the store into Kafka (docs/architecture.md#feed), and goes on for as long as it takes while Kafka or the store is away. Several at
 * once harm nothing: consumers drop what comes again. It is elected all the same, since they do the same work.
 */
export function startPublisher(options: PublishOptions): Publisher {
  const { log, topic } = options;
  const stopped = new AbortController();
  let position: Position = START;
  let trouble: ReturnType<Publisher['trouble']>;

  const run = async (): Promise<void> => {
    let pauseMs = RETRY_FIRST_MS;
    while (!stopped.signal.aborted) {
      try {
        await publishSession({
          ...options,
          signal: stopped.signal,
          published: (reached) => {
            position = reached;
            trouble = undefined;
            pauseMs = RETRY_FIRST_MS;
          },
        });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const alarm = error instanceof TopicMismatch;
        trouble = { message, alarm };
        if (alarm) return log.error({ alarm, err: error, topic: topic.name }, 'nothing can be published to this topic');
        log.warn({ reason: message, pauseMs, topic: topic.name }, 'events cannot be published; it is tried again');
        await new WakeUp().wait(pauseMs, stopped.signal);
        pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS);
      }
    }
  };

  const running = run();
  return {
    position: () => position,
    trouble: () => trouble,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
