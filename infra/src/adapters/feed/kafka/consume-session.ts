import type { FeedBatch, FeedOptions } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import type { Log } from '@ledgate/domain/ports/log';
import type { Admin, Batch, Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { Handoff } from './handoff.ts';
import { FETCH_BYTES_MAX, FETCH_WAIT_MS, HEARTBEAT_EVERY_MS, QUEUE_BATCHES_MAX } from './limits.ts';
import { type FeedMessage, readMessage, UnreadableMessage } from './message.ts';
import { PartitionReader } from './partition-reader.ts';
import type { Topic } from './topic.ts';

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

export type PartitionAlarm = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly message: string;
};

/** Heartbeats in one session time-out. */
const HEARTBEATS = 5;

/** One membership in the group: from joining until the first failure. */
export class ConsumeSession {
  readonly #options: Required<KafkaFeedOptions>;
  readonly #after: Position;
  readonly #feed: FeedOptions;
  readonly #consumer: Consumer;
  readonly #admin: Admin;
  readonly #queue = new Handoff<FeedBatch>(QUEUE_BATCHES_MAX);
  /** Of the partitions whose place was found since the group was last divided. */
  readonly #readers = new Map<number, PartitionReader>();
  readonly #alarms = new Map<number, PartitionAlarm>();
  readonly #heartbeatMs: number;
  #assigned: readonly number[] = [];
  #aliveMs = performance.now();
  #watch: NodeJS.Timeout | undefined;

  constructor(options: Required<KafkaFeedOptions>, after: Position, feed: FeedOptions) {
    this.#options = options;
    this.#after = after;
    this.#feed = feed;
    this.#heartbeatMs = Math.min(HEARTBEAT_EVERY_MS, options.sessionTimeoutMs / HEARTBEATS);
    this.#admin = options.kafka.admin();
    this.#consumer = options.kafka.consumer({
      groupId: options.group,
      allowAutoTopicCreation: false,
      sessionTimeout: options.sessionTimeoutMs,
      rebalanceTimeout: options.sessionTimeoutMs,
      heartbeatInterval: this.#heartbeatMs,
      maxWaitTimeInMs: Math.min(FETCH_WAIT_MS, this.#heartbeatMs),
      maxBytes: FETCH_BYTES_MAX,
      // What the client cannot repair by repeating, a new session does, from the last applied position.
      retry: { restartOnFailure: async () => false },
    });
  }

  alarms(): readonly PartitionAlarm[] {
    return [...this.#alarms.values()];
  }

  assigned(): readonly number[] {
    return this.#assigned;
  }

  async start(): Promise<void> {
    const { topic } = this.#options;
    const { CRASH, FETCH, GROUP_JOIN } = this.#consumer.events;
    this.#consumer.on(CRASH, ({ payload }) =>
      this.#queue.fail(new StoreUnavailable(`kafka: ${payload.error.message}`, { cause: payload.error })),
    );
    this.#consumer.on(FETCH, () => {
      this.#aliveMs = performance.now();
    });
    this.#consumer.on(GROUP_JOIN, ({ payload }) => this.#divided(payload.memberAssignment[topic.name] ?? []));
    await this.#admin.connect();
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: [topic.name], fromBeginning: true });
    await this.#consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.#take(payload),
    });
    this.#watch = setInterval(() => this.#lookForStall(), this.#options.stallMs / HEARTBEATS);
    this.#watch.unref();
  }

  batches(): AsyncGenerator<FeedBatch> {
    return this.#queue.taken();
  }

  end(): void {
    this.#queue.end();
  }

  async close(): Promise<void> {
    this.#queue.end();
    clearInterval(this.#watch);
    await this.#consumer.disconnect().catch(() => undefined);
    await this.#admin.disconnect().catch(() => undefined);
  }

  /** Another reader may have had a partition meanwhile: every place is found anew. */
  #divided(assigned: readonly number[]): void {
    this.#assigned = assigned;
    this.#readers.clear();
    for (const partition of this.#alarms.keys()) if (!assigned.includes(partition)) this.#alarms.delete(partition);
  }

  #lookForStall(): void {
    const { stallMs } = this.#options;
    if (this.#queue.full && this.#queue.untakenMs > stallMs) return this.#leave();
    if (this.#queue.full) this.#aliveMs = performance.now();
    if (performance.now() - this.#aliveMs > stallMs)
      this.#queue.fail(new StoreUnavailable(`kafka: nothing was fetched for ${stallMs / 1_000} s`));
  }

  /** Who takes nothing applies nothing: his partitions go to other members of the group, and he begins anew should he ever come back. */
  #leave(): void {
    const { log, stallMs } = this.#options;
    clearInterval(this.#watch);
    log.warn({ stallMs, partitions: this.#assigned }, 'what was fetched is not taken: the partitions are given away');
    this.#queue.fail(new StoreUnavailable(`kafka: nothing was taken for ${stallMs / 1_000} s`));
    void this.#consumer.disconnect().catch(() => undefined);
  }

  async #take(payload: EachBatchPayload): Promise<void> {
    try {
      await this.#deliver(payload);
    } catch (error) {
      // What was read and not taken must be read again.
      this.#readers.delete(payload.batch.partition);
      throw error;
    }
  }

  async #deliver({ batch, heartbeat, resolveOffset, isRunning, isStale }: EachBatchPayload): Promise<void> {
    if (!isRunning() || isStale()) return;
    const { partition } = batch;
    const reader = this.#readers.get(partition) ?? (await this.#beginAt(batch));
    if (reader === undefined) return;
    const read = readable(batch.messages);
    const more = Number(batch.highWatermark) - 1 > Number(batch.lastOffset());
    for await (const made of reader.read(read.messages, more)) {
      if (!(await this.#queue.put(made, heartbeat, this.#heartbeatMs))) return;
    }
    if (read.failed === undefined) resolveOffset(batch.lastOffset());
    else this.#stopAt(read.failed.message, partition, read.failed.error);
    await heartbeat();
  }

  /**
   * The reader of a partition that has just come to this process; undefined when its place is elsewhere and was asked for. Where nothing stands
   * behind `after` yet, the client answers the end as it was before it looked, so that what comes meanwhile is not passed over.
   */
  async #beginAt(batch: Batch): Promise<PartitionReader | undefined> {
    const { topic, store } = this.#options;
    const { partition } = batch;
    const after = (await this.#feed.positionOf?.(partition)) ?? this.#after;
    const places = await this.#admin.fetchTopicOffsetsByTimestamp(topic.name, after + 1);
    const offset = places.find((place) => place.partition === partition)?.offset ?? '0';
    this.#readers.set(
      partition,
      new PartitionReader({
        partition,
        partitions: topic.partitions,
        after,
        store,
        batchEventsMax: this.#feed.batchEventsMax,
      }),
    );
    if (offset === batch.firstOffset()) return this.#readers.get(partition);
    this.#consumer.seek({ topic: topic.name, partition, offset });
    return undefined;
  }

  /** Nothing behind the message is delivered before somebody has looked. */
  #stopAt({ offset }: KafkaMessage, partition: number, error: UnreadableMessage): void {
    const { log, topic } = this.#options;
    const alarm: PartitionAlarm = { topic: topic.name, partition, offset, message: error.message };
    if (this.#alarms.get(partition)?.offset !== offset)
      log.error(
        { alarm: true, err: error, ...alarm, reason: error.message },
        'a message cannot be read: its partition stands still',
      );
    this.#alarms.set(partition, alarm);
    this.#consumer.pause([{ topic: topic.name, partitions: [partition] }]);
  }
}

/** The messages up to the first that cannot be read. */
function readable(messages: readonly KafkaMessage[]): {
  readonly messages: readonly FeedMessage[];
  readonly failed: { readonly message: KafkaMessage; readonly error: UnreadableMessage } | undefined;
} {
  const read: FeedMessage[] = [];
  for (const message of messages) {
    try {
      read.push(readMessage(message));
    } catch (error) {
      if (!(error instanceof UnreadableMessage)) throw error;
      return { messages: read, failed: { message, error } };
    }
  }
  return { messages: read, failed: undefined };
}
