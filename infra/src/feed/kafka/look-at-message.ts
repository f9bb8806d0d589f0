import type { Kafka } from 'kafkajs';
import { LOOK_BYTES_MAX, LOOK_TIMEOUT_MS } from './limits.ts';
import { readMessage } from './message.ts';

export type SeenMessage = {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The first LOOK_BYTES_MAX bytes; null for none. */
  readonly value: string | null;
  /** Why the feed cannot read it; undefined when it can. */
  readonly unreadable: string | undefined;
};

/** One message as it stands in Kafka, for a person; moves nobody's place. Undefined when there is none at the offset, or nobody answers in time. */
export async function lookAtMessage(kafka: Kafka, place: { readonly topic: string; readonly partition: number; readonly offset: string }): Promise<SeenMessage | undefined> {
  const consumer = kafka.consumer({ groupId: `${place.topic}.look.${process.pid}.${Date.now()}`, allowAutoTopicCreation: false, retry: { restartOnFailure: async () => false } });
  let timer: NodeJS.Timeout | undefined;
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [place.topic], fromBeginning: true });
    return await new Promise<SeenMessage | undefined>((resolve, reject) => {
      timer = setTimeout(() => resolve(undefined), LOOK_TIMEOUT_MS);
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async ({ batch, isStale }) => {
        if (batch.partition !== place.partition) return consumer.pause([{ topic: place.topic, partitions: [batch.partition] }]);
        if (isStale()) return;
        const message = batch.messages.find(({ offset }) => offset === place.offset);
        if (message === undefined) return consumer.seek(place);
        resolve(seen(message));
      } }).catch(reject);
      consumer.seek(place);
    });
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
  }
}

function seen(message: { offset: string; timestamp: string; key: Buffer | null; value: Buffer | null; headers?: Parameters<typeof readMessage>[0]['headers'] }): SeenMessage {
  const { offset, timestamp, key, value, headers = {} } = message;
  let unreadable: string | undefined;
  try {
    readMessage({ value, headers });
  } catch (error) {
    unreadable = error instanceof Error ? error.message : String(error);
  }
  return {
    offset, timestamp, unreadable, key: key?.toString('utf8') ?? null, value: value?.subarray(0, LOOK_BYTES_MAX).toString('utf8') ?? null,
    headers: Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)])),
  };
}
