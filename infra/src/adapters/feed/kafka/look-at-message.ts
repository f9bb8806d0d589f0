import type { Kafka } from 'kafkajs';
import { LOOK_BYTES_MAX, LOOK_TIMEOUT_MS } from './limits.ts';
import { readMessage } from './message.ts';
import { topicEnds } from './topic-ends.ts';

type SeenMessage = {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The first LOOK_BYTES_MAX bytes; null for none. */
  readonly value: string | null;
  /** Why the feed cannot read it; undefined when it can. */
  readonly unreadable: string | undefined;
};

type MessagePlace = { readonly topic: string; readonly partition: number; readonly offset: string };

/** The topic, the partition or the offset is not there; the message says which and what is. */
export class NoMessage extends Error {
  override readonly name = 'NoMessage';
}

/** One message as it stands in Kafka, for a person; moves nobody's place. Throws NoMessage, also when nobody answers in time, or what the client throws. */
export async function lookAtMessage(kafka: Kafka, place: MessagePlace): Promise<SeenMessage> {
  await refuseMissing(kafka, place);
  return fetched(kafka, place);
}

async function refuseMissing(kafka: Kafka, { topic, partition, offset }: MessagePlace): Promise<void> {
  const ends = await topicEnds(kafka, topic);
  if (ends === undefined) throw new NoMessage(`there is no topic ${topic}`);
  const found = ends.find((each) => each.partition === partition);
  if (found === undefined)
    throw new NoMessage(`PARTITION ${partition}: topic ${topic} has partitions 0 to ${ends.length - 1}`);
  const holds = found.low === found.high ? 'nothing' : `${found.low} to ${BigInt(found.high) - 1n}`;
  if (BigInt(offset) < BigInt(found.low) || BigInt(offset) >= BigInt(found.high))
    throw new NoMessage(`OFFSET ${offset}: partition ${partition} of topic ${topic} holds ${holds}`);
}

async function fetched(kafka: Kafka, place: MessagePlace): Promise<SeenMessage> {
  const consumer = kafka.consumer({
    groupId: `${place.topic}.look.${process.pid}.${Date.now()}`,
    allowAutoTopicCreation: false,
  });
  let timer: NodeJS.Timeout | undefined;
  let trouble = '';
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [place.topic], fromBeginning: true });
    return await new Promise<SeenMessage>((resolve, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new NoMessage(
              `nothing came from offset ${place.offset} of partition ${place.partition} of topic ${place.topic} within ${LOOK_TIMEOUT_MS / 1_000} s${trouble}`,
            ),
          ),
        LOOK_TIMEOUT_MS,
      );
      // A broker that has just started refuses groups for a while: the client tries again by itself, and reads from the beginning then.
      consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
        trouble = `: ${error.message}`;
        if (!restart) reject(error);
      });
      consumer
        .run({
          autoCommit: false,
          eachBatchAutoResolve: false,
          eachBatch: async ({ batch, isStale }) => {
            if (batch.partition !== place.partition)
              return consumer.pause([{ topic: place.topic, partitions: [batch.partition] }]);
            if (isStale()) return;
            const message = batch.messages.find(({ offset }) => offset === place.offset);
            if (message === undefined) return consumer.seek(place);
            resolve(seen(message));
          },
        })
        .catch(reject);
      consumer.seek(place);
    });
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
  }
}

function seen(message: {
  offset: string;
  timestamp: string;
  key: Buffer | null;
  value: Buffer | null;
  headers?: Parameters<typeof readMessage>[0]['headers'];
}): SeenMessage {
  const { offset, timestamp, key, value, headers = {} } = message;
  let unreadable: string | undefined;
  try {
    readMessage({ value, headers });
  } catch (error) {
    unreadable = error instanceof Error ? error.message : String(error);
  }
  return {
    offset,
    timestamp,
    unreadable,
    key: key?.toString('utf8') ?? null,
    value: value?.subarray(0, LOOK_BYTES_MAX).toString('utf8') ?? null,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  };
}
