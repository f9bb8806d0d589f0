import { type Kafka, Partitioners } from 'kafkajs';
import { topicMessages } from '../kafka/topic-messages.ts';
import type { Topic } from '../../src/adapters/feed/kafka/topic.ts';

/**
 * Sends what stands in the topic once more to its partitions, the last first, each message as it is, after which consumers get it twice and out of
 * order. Throws when there are not `count` messages or more.
 */
export async function redeliver(kafka: Kafka, topic: Topic, count: number): Promise<void> {
  const messages = await topicMessages(
    kafka,
    topic,
    `${count} messages are in the topic`,
    ({ length }) => length >= count,
  );
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
  });
  await producer.connect();
  await producer.send({ topic: topic.name, acks: -1, messages: messages.toReversed() });
  await producer.disconnect();
}
