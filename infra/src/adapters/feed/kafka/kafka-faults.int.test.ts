import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { partitionOf } from '@ledgate/domain/events/partition-of';
import { type EventStore, NO_STREAM, type Position, START, StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import { CompressionTypes, Partitioners } from 'kafkajs';
import { eventually } from '../../../../test/testing/eventually.ts';
import { KafkaFeed } from './kafka-feed.ts';
import { lookAtMessage } from './look-at-message.ts';
import { MemoryCheckpoint } from '../../../../test/doubles/memory-checkpoint.ts';
import { eventMessage } from './message.ts';
import { startPublisher } from './publisher.ts';
import { Projection } from '../../../../test/kafka/projection.ts';
import { publishedFeed, type PublishedFeed } from '../../../../test/kafka/published-feed.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../../test/kafka/test-kafka.ts';
import { eventsInTopic } from '../../../../test/kafka/topic-messages.ts';
import { until } from '../../../../test/kafka/until.ts';
import { ensureTopic, type Topic, topicOf, TopicMismatch, withAdmin } from './topic.ts';

// A broker that was killed recovers first, and the machine may be busy.
jest.setTimeout(90_000);
const ACCOUNTS = 11;
const STUCK_AFTER_MS = 2_000;
/** More than any of these tests writes. */
const EVENTS_MAX = 500;

/** Appends `count` events of several accounts in turn; `from` is how many were written before. */
async function write(store: EventStore, from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number += 1) {
    const stream = `account-${number % ACCOUNTS}`;
    const [last] = await store.readStreamBackwards(stream, 1);
    await store.append(stream, last?.revision ?? NO_STREAM, [
      { id: eventIdOf('fault', number), type: 'Tried', data: `{"number":${number}}`, metadata: {} },
    ]);
  }
}

const positionsOf = async (store: EventStore): Promise<readonly Position[]> =>
  (await store.readAll(START, EVENTS_MAX)).map(({ position }) => position);

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((one, other) => one - other);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describeWithKafka('the Kafka feed under faults, on a real broker', () => {
  let broker: TestKafka;
  beforeAll(async () => {
    broker = await testKafka();
  });
  afterAll(async () => {
    await broker.close();
  });

  /** Runs with a published store and one projection of it; everything ends afterwards. */
  const withProjection = async (
    work: (published: PublishedFeed, projection: Projection) => Promise<void>,
  ): Promise<void> => {
    const published = publishedFeed(broker.kafka);
    const projection = new Projection(published.feed);
    try {
      await work(published, projection);
    } finally {
      await projection.stop();
      await published.close();
    }
  };
  const send = async (
    topic: Topic,
    messages: Parameters<ReturnType<TestKafka['kafka']['producer']>['send']>[0]['messages'],
  ): Promise<void> => {
    const producer = broker.kafka.producer({
      createPartitioner: Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
    });
    await producer.connect();
    await producer.send({ topic: topic.name, acks: -1, compression: CompressionTypes.None, messages });
    await producer.disconnect();
  };

  describe('the broker', () => {
    it('is killed under publishing and comes back: nothing is lost, nothing applied twice', () =>
      withProjection(async ({ store }, projection) => {
        await write(store, 0, 200);
        await projection.has(100);
        await broker.kill();
        await write(store, 200, 200);
        await broker.start();
        await write(store, 400, 50);
        await projection.has(450);
        expect(sorted(projection.applied)).toEqual(upTo(450));
        expect(projection.gaps).toEqual([]);
      }));

    it('loses all its data: everything is published anew, for who has read it and for who has not', () =>
      withProjection(async ({ store, publisher, reader, topic, checkpoint }, projection) => {
        await write(store, 0, 120);
        await projection.has(120);
        // Else it would begin with the first event in any case.
        await eventually(
          'the checkpoint says that all was published',
          async () => (await checkpoint.load(topic.name))?.position === 120,
        );
        await broker.kill();
        broker.lose();
        await write(store, 120, 30);
        await broker.start();
        await projection.has(150);
        await until('the publisher is at the head', () => publisher.position() === 150);
        await eventsInTopic(broker.kafka, topic, await positionsOf(store));
        const later = new Projection(reader(`${topic.name}.later`));
        await later.has(150);
        await later.stop();
        expect(sorted(projection.applied)).toEqual(upTo(150));
        expect(sorted(later.applied)).toEqual(upTo(150));
      }));

    it('is taken over when an earlier process left it running', async () => {
      const adopted = await broker.start();
      expect(adopted.adopted).toBe(true);
      expect((await withAdmin(broker.kafka, (admin) => admin.describeCluster())).brokers).toHaveLength(1);
    });
  });

  describe('the publisher', () => {
    it('notices in silence that the topic was emptied', () =>
      withProjection(async ({ store, topic, reader, publisher }, projection) => {
        await write(store, 0, 40);
        await projection.has(40);
        await withAdmin(broker.kafka, (admin) => admin.deleteTopics({ topics: [topic.name] }));
        await eventsInTopic(broker.kafka, topic, await positionsOf(store));
        const later = new Projection(reader(`${topic.name}.later`));
        await later.has(40);
        await later.stop();
        expect(publisher.position()).toBe(40);
        expect(sorted(projection.applied)).toEqual(upTo(40));
      }));

    it('is two at once: every event is applied once', () =>
      withProjection(async ({ store, publish }, projection) => {
        await write(store, 0, 50);
        const second = publish();
        for (let from = 50; from < 350; from += 50) {
          await write(store, from, 50);
          await projection.has(from);
        }
        await projection.has(350);
        await until('both are at the head', () => second.position() === 350);
        expect(sorted(projection.applied)).toEqual(upTo(350));
        expect(projection.gaps).toEqual([]);
      }));

    it('goes on from its checkpoint, and from the first event without one', () =>
      withProjection(async ({ store, topic, publisher, checkpoint }, projection) => {
        await write(store, 0, 60);
        await projection.has(60);
        await publisher.stop();
        expect((await checkpoint.load(topic.name))?.position).toBe(60);
        await write(store, 60, 10);
        const again = startPublisher({
          store,
          kafka: broker.kafka,
          topic,
          checkpoint: new MemoryCheckpoint(),
          log: silentLog,
        });
        await projection.has(70);
        await again.stop();
        expect(sorted(projection.applied)).toEqual(upTo(70));
      }));
  });

  describe('delivery', () => {
    it('comes twice, out of order and with events left out: the store fills what is missing', async () => {
      const published = publishedFeed(broker.kafka);
      const { store, topic, publisher, feed } = published;
      await publisher.stop();
      await write(store, 0, 60);
      const events = await store.readAll(START, 100);
      await eventually('the topic is there', () =>
        withAdmin(broker.kafka, (admin) => ensureTopic(admin, topic)).then(() => true),
      );
      const last = new Map<number, Position>();
      const messages = events.map((event) => {
        const partition = partitionOf(event, topic.partitions);
        const message = eventMessage(event, partition, last.get(partition) ?? START);
        last.set(partition, event.position);
        return message;
      });
      const disturbed = [
        ...messages.slice(0, 20),
        ...messages.slice(10, 20),
        ...messages.slice(30, 40),
        ...messages.slice(20, 30),
        ...messages.slice(50),
        ...messages.slice(0, 5),
      ];
      await send(topic, disturbed);
      const projection = new Projection(feed);
      await projection.has(60);
      await projection.stop();
      await published.close();
      expect(sorted(projection.applied)).toEqual(upTo(60));
      expect(projection.gaps).toEqual([]);
      for (let account = 0; account < ACCOUNTS; account += 1) {
        const order = projection.applied.filter((position) => (position - 1) % ACCOUNTS === account);
        expect(order).toEqual(sorted(order));
      }
    });

    it('stops a partition at a message that nobody can read, with an alarm and a way to look at it; the others go on', () =>
      withProjection(async ({ store, topic, feed }, projection) => {
        await write(store, 0, 30);
        await projection.has(30);
        const poisoned = partitionOf({ stream: 'account-0', metadata: {} }, topic.partitions);
        await send(topic, [{ partition: poisoned, key: 'stranger', value: 'not ours', headers: { position: 'x' } }]);
        await until('the alarm', () => feed.alarms().length === 1);
        await write(store, 30, 30);
        const others = (await store.readAll(START, 100)).filter(
          (event) => partitionOf(event, topic.partitions) !== poisoned,
        );
        await until('the others go on', () => others.every(({ position }) => projection.applied.includes(position)));
        expect(feed.alarms()).toMatchObject([{ topic: topic.name, partition: poisoned }]);
        expect(
          projection.applied.some(
            (position) =>
              position > 30 &&
              partitionOf({ stream: `account-${(position - 1) % ACCOUNTS}`, metadata: {} }, topic.partitions) ===
                poisoned,
          ),
        ).toBe(false);
        const [{ partition, offset } = { partition: -1, offset: '' }] = feed.alarms();
        expect(await lookAtMessage(broker.kafka, { topic: topic.name, partition, offset })).toMatchObject({
          offset,
          value: 'not ours',
          key: 'stranger',
          unreadable: expect.stringContaining('position'),
        });
      }));

    it('is divided among readers of a group, and goes on when one of them leaves', () =>
      withProjection(async ({ store, feed, reader }, first) => {
        await write(store, 0, 30);
        await first.has(30);
        const other = reader();
        const second = new Projection(other);
        await until(
          'both have partitions',
          () =>
            feed.assigned().length > 0 &&
            other.assigned().length > 0 &&
            feed.assigned().length + other.assigned().length === 3,
        );
        await write(store, 30, 60);
        const both = (): Set<number> => new Set([...first.applied, ...second.applied]);
        await until('all came to one or the other', () => both().size === 90);
        await second.stop();
        await write(store, 90, 30);
        await until('all came after one had left', () => both().size === 120);
      }));

    it('goes to others where a reader takes nothing of what he has fetched, although he is alive', async () => {
      const published = publishedFeed(broker.kafka);
      const over = new AbortController();
      const stuck = published.reader(undefined, STUCK_AFTER_MS);
      let taken = 0;
      let applied = (): void => undefined;
      const hangs = new Promise<void>((resolve) => {
        applied = resolve;
      });
      const hanging = (async () => {
        for await (const { events } of stuck.batches(START, { batchEventsMax: 1, signal: over.signal })) {
          taken += events.length;
          if (events.length > 0) await hangs;
        }
      })().catch((error: unknown) => error);
      let other: Projection | undefined;
      try {
        await write(published.store, 0, 60);
        await until('one event is being applied, without end', () => taken === 1);
        other = new Projection(published.feed);
        await other.has(60);
        applied();
        expect(await hanging).toBeInstanceOf(StoreUnavailable);
        expect(taken).toBe(1);
      } finally {
        applied();
        over.abort();
        await hanging;
        await other?.stop();
        await published.close();
      }
    });
  });

  describe('partitions', () => {
    it('are never another number in one generation of the topic', async () => {
      const topic = topicOf({ prefix: `test-${Date.now()}`, generation: 1, partitions: 2 });
      await eventually('the topic is there', () =>
        withAdmin(broker.kafka, (admin) => ensureTopic(admin, topic)).then(() => true),
      );
      await expect(withAdmin(broker.kafka, (admin) => ensureTopic(admin, { ...topic, partitions: 3 }))).rejects.toThrow(
        TopicMismatch,
      );
    });

    it('are added by the next generation, which is filled from the first event while the one before is still read', () =>
      withProjection(async ({ store, topic, checkpoint }, projection) => {
        await write(store, 0, 50);
        await projection.has(50);
        const next: Topic = { ...topic, name: `${topic.name}-next`, partitions: 5 };
        const publisher = startPublisher({ store, kafka: broker.kafka, topic: next, checkpoint, log: silentLog });
        const moved = new Projection(
          new KafkaFeed({ kafka: broker.kafka, topic: next, group: next.name, store, log: silentLog }),
        );
        await write(store, 50, 20);
        await moved.has(70);
        await projection.has(70);
        await until('every new partition is known', () => moved.positions.size === next.partitions);
        await moved.stop();
        await publisher.stop();
        expect(sorted(moved.applied)).toEqual(upTo(70));
        expect(sorted(projection.applied)).toEqual(upTo(70));
      }));
  });
});
