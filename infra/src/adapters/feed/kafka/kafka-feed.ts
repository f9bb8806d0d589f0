import type { EventFeed, FeedBatch, FeedOptions } from '@ledgate/domain/ports/event-feed';
import { type Position, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { ConsumeSession, type KafkaFeedOptions, type PartitionAlarm } from './consume-session.ts';
import { SESSION_TIMEOUT_MS, STALL_MS } from './limits.ts';
import { ensureTopic, TopicMismatch, withAdmin } from './topic.ts';

/**
 * The feed by Kafka: batches of the partitions that this process has been given. Kafka's own offsets are not used: reading begins after what has
 * been applied, wherever that stands in the topic.
 */
export class KafkaFeed implements EventFeed {
  readonly partitions: number;
  readonly #options: Required<KafkaFeedOptions>;
  #session: ConsumeSession | undefined;

  constructor(options: KafkaFeedOptions) {
    this.#options = { sessionTimeoutMs: SESSION_TIMEOUT_MS, stallMs: STALL_MS, ...options };
    this.partitions = options.topic.partitions;
  }

  /** Partitions that stand on a message nobody can read. */
  alarms(): readonly PartitionAlarm[] {
    return this.#session?.alarms() ?? [];
  }

  /** Partitions that this process reads at the moment. */
  assigned(): readonly number[] {
    return this.#session?.assigned() ?? [];
  }

  /** One at a time. Throws TopicMismatch, which does not pass, or StoreUnavailable, also when it is Kafka that is away. */
  async *batches(after: Position, options: FeedOptions): AsyncGenerator<FeedBatch> {
    if (options.signal.aborted) return;
    const session = new ConsumeSession(this.#options, after, options);
    this.#session = session;
    const end = (): void => session.end();
    options.signal.addEventListener('abort', end, { once: true });
    try {
      await withAdmin(this.#options.kafka, (admin) => ensureTopic(admin, this.#options.topic));
      await session.start();
      yield* session.batches();
    } catch (error) {
      if (error instanceof TopicMismatch || error instanceof StoreUnavailable) throw error;
      throw new StoreUnavailable(`kafka: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      options.signal.removeEventListener('abort', end);
      await session.close();
    }
  }
}
