import { randomUUID } from 'node:crypto';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { Kafka, Message } from 'kafkajs';
import { eventually } from '../testing/eventually.ts';
import { type Topic, withAdmin } from '../../src/adapters/feed/kafka/topic.ts';

/** What stands in the topic itself, from its first message on, as soon as that `suffices`. Throws when it never does, with what `suffices` threw last. */
export async function topicMessages(
  kafka: Kafka,
  topic: Topic,
  what: string,
  suffices: (messages: readonly Message[]) => boolean,
): Promise<readonly Message[]> {
  await withAdmin(kafka, (admin) =>
    eventually(`topic ${topic.name} is there`, async () => (await admin.listTopics()).includes(topic.name)),
  );
  const found: Message[] = [];
  const consumer = kafka.consumer({ groupId: `messages-${randomUUID()}`, allowAutoTopicCreation: false });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: topic.name, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachMessage: async ({ partition, message: { key, value, headers = {}, timestamp } }) => {
        found.push({ partition, key, value, headers, timestamp });
      },
    });
    await eventually(what, () => suffices(found));
  } finally {
    await consumer.disconnect();
  }
  return found;
}

/** Ends when each of the events stands in the topic `times` times or more. Readers cannot tell: what is missing there they read from the store. */
export async function eventsInTopic(
  kafka: Kafka,
  topic: Topic,
  positions: readonly Position[],
  times = 1,
): Promise<void> {
  await topicMessages(
    kafka,
    topic,
    `${positions.length} events stand in the topic, each ${times} times`,
    (messages) => {
      const counts = new Map<number, number>();
      for (const { value, headers } of messages) {
        // A watermark has the position of an event, and is none.
        if (value === null) continue;
        const position = Number(headers?.['position']);
        counts.set(position, (counts.get(position) ?? 0) + 1);
      }
      const missing = positions.filter((position) => (counts.get(position) ?? 0) < times);
      if (missing.length === 0) return true;
      throw new Error(
        `${missing.length} of ${positions.length} are missing, for instance ${missing.slice(0, 5).join(', ')}`,
      );
    },
  );
}
