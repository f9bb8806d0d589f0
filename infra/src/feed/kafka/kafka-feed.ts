import type { EventFeed, FeedBatch, FeedOptions } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { Kafka } from 'kafkajs';
import { ConsumeSession, type PartitionAlarm } from './consume-session.ts';
import { SESSION_TIMEOUT_MS, STALL_MS } from './limits.ts';
import { ensureTopic, type Topic, TopicMismatch, withAdmin } from './topic.ts';

export type KafkaFeedOptions = {
  readonly kafka: Kafka;
  readonly topic: Topic;
  /** Readers with the same name share the partitions among them. */
  readonly group: string;
  /** Where what Kafka left out is read. */
  readonly store: Pick<EventStore, 'readAll'>;
  readonly log: Log;
  readonly sessionTimeoutMs?: number;
  /** Milliseconds: who has fetched batches waiting and takes none for so long is stuck. STALL_MS by default. */
  readonly stallMs?: number;
};

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
