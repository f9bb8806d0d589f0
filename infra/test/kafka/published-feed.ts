import { randomUUID } from 'node:crypto';
import { silentLog } from '@ledgate/domain/ports/log';
import type { OpenedFeed } from '@ledgate/domain/testing/event-feed-contract';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import type { Kafka } from 'kafkajs';
import { KafkaFeed } from '../../src/adapters/feed/kafka/kafka-feed.ts';
import { STALL_MS } from '../../src/adapters/feed/kafka/limits.ts';
import { MemoryCheckpoint } from '../doubles/memory-checkpoint.ts';
import { type Publisher, startPublisher } from '../../src/adapters/feed/kafka/publisher.ts';
import { type Topic, topicOf } from '../../src/adapters/feed/kafka/topic.ts';

export type PublishedFeed = OpenedFeed & {
  readonly store: MemoryEventStore;
  readonly feed: KafkaFeed;
  readonly topic: Topic;
  readonly checkpoint: MemoryCheckpoint;
  readonly publisher: Publisher;
  /** A further publisher of the same store to the same topic, which `close` ends. */
  publish(): Publisher;
  /** A further reader of the same group, or of another. */
  reader(group?: string, stallMs?: number): KafkaFeed;
};

/** A store in memory, published to a topic of its own. */
export function publishedFeed(
  kafka: Kafka,
  { partitions = 3, sessionTimeoutMs = 6_000, store = new MemoryEventStore() } = {},
): PublishedFeed {
  const topic = topicOf({ prefix: `test-${randomUUID()}`, generation: 1, partitions });
  const checkpoint = new MemoryCheckpoint();
  const publishers: Publisher[] = [];
  const publish = (): Publisher => {
    const publisher = startPublisher({ store, kafka, topic, checkpoint, log: silentLog });
    publishers.push(publisher);
    return publisher;
  };
  const reader = (group = topic.name, stallMs = STALL_MS): KafkaFeed =>
    new KafkaFeed({ kafka, topic, group, store, log: silentLog, sessionTimeoutMs, stallMs });
  return {
    store,
    topic,
    checkpoint,
    partitions,
    publish,
    reader,
    feed: reader(),
    publisher: publish(),
    close: async () => {
      await Promise.all(publishers.map((publisher) => publisher.stop()));
    },
  };
}
