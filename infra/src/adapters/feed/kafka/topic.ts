import { FeedRefused } from '@ledgate/domain/ports/event-feed';
import type { Admin, Kafka } from 'kafkajs';
import { TOPIC_MESSAGE_BYTES_MAX } from './limits.ts';

export const PARTITIONS_DEFAULT = 12;

/** One generation of the feed's topic, of one life of the ledger. What is in it follows from the event store and the number of partitions alone. */
export type Topic = { readonly name: string; readonly partitions: number; readonly replicationFactor: number };

type TopicOptions = {
  /** Several installations on one Kafka differ in it. */
  readonly prefix: string;
  /** 1 the first; another number of partitions takes the next. */
  readonly generation: number;
  /** Of this life of the ledger: after a restore another one, so that nothing of before is read. Undefined where the prefix alone says whose topic it is. */
  readonly identity?: string;
  readonly partitions?: number;
  /** Copies of each message; 1 on one broker. */
  readonly replicationFactor?: number;
};

export const topicOf = ({
  prefix,
  generation,
  identity,
  partitions = PARTITIONS_DEFAULT,
  replicationFactor = 1,
}: TopicOptions): Topic => ({
  name: [prefix, 'events', `g${generation}`, ...(identity === undefined ? [] : [identity])].join('.'),
  partitions,
  replicationFactor,
});

/** The topic is there with another number of partitions: account would change partition, and order would be lost. Not passing. */
export class TopicMismatch extends FeedRefused {
  override readonly name = 'TopicMismatch';
}

const LONG_MAX = '9223372036854775807';

/**
 * Nothing is ever deleted. A message's timestamp is its event's position, whatever the broker's clock says: Kafka's index by time is
 * then an index by position, and a consumer finds its place without offsets of its own.
 */
const CONFIG: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'message.timestamp.type': 'CreateTime',
  'message.timestamp.before.max.ms': LONG_MAX,
  'message.timestamp.after.max.ms': LONG_MAX,
  'segment.ms': LONG_MAX,
  'max.message.bytes': String(TOPIC_MESSAGE_BYTES_MAX),
};

/** Makes the topic where it is not there. Throws TopicMismatch, or what the client throws when Kafka cannot be reached. */
export async function ensureTopic(admin: Admin, { name, partitions, replicationFactor }: Topic): Promise<void> {
  if (!(await admin.listTopics()).includes(name)) {
    const configEntries = Object.entries(CONFIG).map(([key, value]) => ({ name: key, value }));
    // False when another process was quicker.
    await admin.createTopics({
      waitForLeaders: true,
      topics: [{ topic: name, numPartitions: partitions, replicationFactor, configEntries }],
    });
  }
  const {
    topics: [topic],
  } = await admin.fetchTopicMetadata({ topics: [name] });
  const found = topic?.partitions.length;
  if (found === partitions) return;
  throw new TopicMismatch(
    `topic ${name} has ${found} partitions, not ${partitions}: another number of partitions needs a new generation of the topic`,
  );
}

/** An admin client for one piece of work. */
export async function withAdmin<Value>(kafka: Kafka, work: (admin: Admin) => Promise<Value>): Promise<Value> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
