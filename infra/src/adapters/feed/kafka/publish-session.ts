import { partitionOf } from '@ledgate/domain/events/partition-of';
import type { EventStore, Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { PublisherCheckpoint } from '@ledgate/domain/ports/publisher-checkpoint';
import { CompressionTypes, type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';
import { WakeUp } from '../wake-up.ts';
import {
  CHECKPOINT_EVERY_MS,
  COMPRESS_FROM_BYTES,
  LOSS_CHECK_EVERY_MS,
  PAGE_EVENTS,
  POLL_MAX_MS,
  POLL_MIN_MS,
  SEND_BYTES_MAX,
  WATERMARK_AFTER_MS,
} from './limits.ts';
import { eventMessage, watermarkMessage } from './message.ts';
import { MessagesLost, PublishedTopic } from './published-topic.ts';
import { ensureTopic, type Topic, withAdmin } from './topic.ts';

export type PublishOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'onAppended'>;
  readonly kafka: Kafka;
  readonly topic: Topic;
  readonly checkpoint: PublisherCheckpoint;
  readonly log: Log;
  /** Told of events that Kafka has acknowledged. */
  readonly acknowledged?: ((events: readonly RecordedEvent[]) => void) | undefined;
};

type Session = PublishOptions & { readonly signal: AbortSignal; readonly published: (position: Position) => void };

/**
 * Publishes until the signal, in global order, one acknowledged batch after the other, from the checkpoint on. Throws when Kafka or the store
 * fails; the next session goes on from the checkpoint and may send again what the last one had sent. When Kafka has lost messages that it had
 * acknowledged, everything is sent anew.
 */
export async function publishSession(session: Session): Promise<void> {
  const { kafka, topic, checkpoint, log } = session;
  const before = await checkpoint.load(topic.name);
  let state = new PublishedTopic(topic, before, performance.now());
  try {
    await lookForLoss(session, state);
    return await publishFrom(session, state);
  } catch (error) {
    if (!(error instanceof MessagesLost)) throw error;
    log.warn({ topic: topic.name, reason: error.message }, 'kafka has lost messages: all events are published anew');
    state = new PublishedTopic(topic, undefined, performance.now());
    await withAdmin(kafka, (admin) => ensureTopic(admin, topic));
    await checkpoint.save(topic.name, state.published());
    return await publishFrom(session, state);
  }
}

const lookForLoss = ({ kafka, topic }: Session, state: PublishedTopic): Promise<void> =>
  withAdmin(kafka, async (admin) => {
    await ensureTopic(admin, topic);
    state.compare(await admin.fetchTopicOffsets(topic.name));
  });

async function publishFrom(session: Session, state: PublishedTopic): Promise<void> {
  const { store, kafka, topic, checkpoint, signal, acknowledged } = session;
  const producer = kafka.producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    maxInFlightRequests: 1,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  const appended = new WakeUp();
  const unsubscribe = store.onAppended(() => appended.wake());
  let storedMs = performance.now();
  let stored: Position = state.position;
  const keep = async (): Promise<void> => {
    if (state.position === stored) return;
    await checkpoint.save(topic.name, state.published());
    [storedMs, stored] = [performance.now(), state.position];
  };
  let reading: Promise<readonly RecordedEvent[]> | undefined;
  let pauseMs = POLL_MIN_MS;
  let checkedMs = performance.now();
  try {
    await producer.connect();
    while (!signal.aborted) {
      appended.reset();
      const events = await (reading ?? store.readAll(state.position, PAGE_EVENTS));
      const last = events.at(-1);
      // The next page is read while Kafka takes this one; its failure is thrown when it is asked for.
      reading =
        last !== undefined && events.length === PAGE_EVENTS ? store.readAll(last.position, PAGE_EVENTS) : undefined;
      reading?.catch(() => undefined);
      for (const part of partsOf(events)) {
        await send(producer, topic, state, part);
        acknowledged?.(part);
      }
      session.published(state.position);
      if (last !== undefined) {
        pauseMs = POLL_MIN_MS;
        if (performance.now() - storedMs >= CHECKPOINT_EVERY_MS) await keep();
        continue;
      }
      const silentInMs = state.silentInMs(WATERMARK_AFTER_MS, performance.now());
      if (silentInMs === 0) await send(producer, topic, state, []);
      if (performance.now() - storedMs >= CHECKPOINT_EVERY_MS) await keep();
      if (performance.now() - checkedMs >= LOSS_CHECK_EVERY_MS) {
        await lookForLoss(session, state);
        checkedMs = performance.now();
      }
      pauseMs = (await appended.wait(Math.min(pauseMs, silentInMs || POLL_MAX_MS), signal))
        ? POLL_MIN_MS
        : Math.min(pauseMs * 2, POLL_MAX_MS);
    }
    await keep();
  } finally {
    unsubscribe();
    await producer.disconnect().catch(() => undefined);
  }
}

/** Each part is sent at once; together they are the events, in order. */
function* partsOf(events: readonly RecordedEvent[]): Generator<readonly RecordedEvent[]> {
  let from = 0;
  let bytes = 0;
  for (const [index, { data }] of events.entries()) {
    const size = Buffer.byteLength(data);
    if (index > from && bytes + size > SEND_BYTES_MAX) {
      yield events.slice(from, index);
      [from, bytes] = [index, 0];
    }
    bytes += size;
  }
  if (from < events.length) yield events.slice(from);
}

/** The events, and a watermark for each partition that is silent and stands before the last of them. */
async function send(
  producer: Producer,
  topic: Topic,
  state: PublishedTopic,
  events: readonly RecordedEvent[],
): Promise<void> {
  const position = events.at(-1)?.position ?? state.position;
  const partitions = new Map<number, { last: Position; count: number }>();
  const messages: Message[] = [];
  const add = (partition: number, at: Position, message: (previous: Position) => Message): void => {
    const before = partitions.get(partition);
    messages.push(message(before?.last ?? state.lastOf(partition)));
    partitions.set(partition, { last: at, count: (before?.count ?? 0) + 1 });
  };
  for (const event of events) {
    const partition = partitionOf(event, topic.partitions);
    add(partition, event.position, (previous) => eventMessage(event, partition, previous));
  }
  for (const partition of state.silent(position, WATERMARK_AFTER_MS, performance.now())) {
    if (!partitions.has(partition))
      add(partition, position, (previous) => watermarkMessage(position, partition, previous));
  }
  if (messages.length === 0) return;
  const compression = bytesOf(events) < COMPRESS_FROM_BYTES ? CompressionTypes.None : CompressionTypes.GZIP;
  const acknowledged = await producer.send({ topic: topic.name, acks: -1, compression, messages });
  state.acknowledge({ position, partitions, acknowledged }, performance.now());
}

const bytesOf = (events: readonly RecordedEvent[]): number =>
  events.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
