import { randomUUID } from 'node:crypto';
import { silentLog } from '@ledgate/domain/ports/log';
import { type Kafka, type Message, Partitioners } from 'kafkajs';
import { kafkaOf } from '../feed/kafka/connection.ts';
import { topicOf, withAdmin } from '../feed/kafka/topic.ts';
import { eventually } from '../testing/eventually.ts';

/** As the cluster's processes have it by default; behind it stands the identity of the ledger's life. */
const TOPIC = topicOf({ prefix: 'ledgate', generation: 1 });

/**
 * Sends what stands in the topic of a cluster once more to its partitions, the last first, each message as it is, after which consumers get it twice
 * and out of order. Throws when there are not `count` messages or more.
 */
export async function redeliver(brokers: readonly string[], count: number): Promise<void> {
  const kafka = kafkaOf({ brokers, clientId: 'redeliver' }, silentLog);
  const topic = await withAdmin(kafka, (admin) => admin.listTopics()).then((names) => names.find((name) => name.startsWith(TOPIC.name)));
  if (topic === undefined) throw new Error(`there is no topic ${TOPIC.name}`);
  const messages = await firstOf(kafka, topic, count);
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner, allowAutoTopicCreation: false });
  await producer.connect();
  await producer.send({ topic, acks: -1, messages: messages.toReversed() });
  await producer.disconnect();
}

async function firstOf(kafka: Kafka, topic: string, count: number): Promise<readonly Message[]> {
  const found: Message[] = [];
  const consumer = kafka.consumer({ groupId: `redeliver-${randomUUID()}`, allowAutoTopicCreation: false });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message: { key, value, headers = {}, timestamp } }) => { found.push({ partition, key, value, headers, timestamp }); },
    });
    await eventually(`${count} messages are in the topic`, () => found.length >= count);
  } finally {
    await consumer.disconnect();
  }
  return found;
}
