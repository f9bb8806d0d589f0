import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_STREAM, START } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { dumpDirectory } from '@ledgate/projections/directory/dump/dump-directory';
import { loadDirectory } from '@ledgate/projections/directory/dump/load-directory';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { publisherCheckpoint } from '@ledgate/projections/directory/publishers/publisher-checkpoint';
import { inTransaction } from '@ledgate/projections/shared/database';
import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import pg from 'pg';
import { readEnvironment } from '../../server/config/config.ts';
import { KafkaFeed } from '../../adapters/feed/kafka/kafka-feed.ts';
import { startPublisher } from '../../adapters/feed/kafka/publisher.ts';
import { Projection } from '../../../test/kafka/projection.ts';
import { describeWithKafka, type TestKafka, testKafka } from '../../../test/kafka/test-kafka.ts';
import type { Topic } from '../../adapters/feed/kafka/topic.ts';
import { topicIn } from './kafka.ts';

const LIMIT_MS = 300_000;
const VARIABLES = readEnvironment({
  EVENTSTORE_URL: 'esdb://none',
  KAFKA_BROKERS: 'none:9092',
  KAFKA_TOPIC: 'test',
  KAFKA_PARTITIONS: '2',
});

let database: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await migrateDirectory(pool);
  await pool.query("insert into directory.users (username, password_hash, created_time) values ('ann', '', 0)");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** What a restore does to the directory. */
const restore = (): Promise<void> =>
  inTransaction(pool, async (client) => {
    const dump: Buffer[] = [];
    for await (const part of dumpDirectory(client)) dump.push(Buffer.from(part));
    await loadDirectory(
      client,
      (async function* () {
        yield* dump;
      })(),
    );
  });

describe('the topic of an installation', () => {
  it('is the same for all who ask, also at once and for the first time', async () => {
    const asked = await Promise.all(Array.from({ length: 5 }, () => topicIn(VARIABLES, pool)));
    expect(new Set(asked.map(({ name }) => name)).size).toBe(1);
    expect(await topicIn(VARIABLES, pool)).toEqual({
      name: expect.stringMatching(/^test\.events\.g1\.[0-9a-f]{8}$/),
      partitions: 2,
      replicationFactor: 1,
    });
  });

  it('is another one after a restore', async () => {
    const before = await topicIn(VARIABLES, pool);
    await restore();
    expect((await topicIn(VARIABLES, pool)).name).not.toBe(before.name);
  });
});

describeWithKafka('a restored ledger that goes on otherwise, beside the topic of its earlier life', () => {
  let broker: TestKafka;
  beforeAll(async () => {
    broker = await testKafka();
  }, LIMIT_MS);
  afterAll(() => broker.close(), LIMIT_MS);

  const write = async (store: MemoryEventStore, life: string, from: number, count: number): Promise<void> => {
    for (let number = from; number < from + count; number += 1) {
      await store.append(`account-${life}-${number}`, NO_STREAM, [
        { id: eventIdOf(life, number), type: 'Tried', data: '{}', metadata: {} },
      ]);
    }
  };
  const publishing = (store: MemoryEventStore, topic: Topic) =>
    startPublisher({ store, kafka: broker.kafka, topic, checkpoint: publisherCheckpoint(pool, 1), log: silentLog });
  const feedOf = (store: MemoryEventStore, topic: Topic) =>
    new KafkaFeed({ kafka: broker.kafka, topic, group: topic.name, store, log: silentLog });

  it(
    'gives projectors the events of this life, none of the other',
    async () => {
      const [before, after] = [new MemoryEventStore(), new MemoryEventStore()];
      for (const store of [before, after]) await write(store, 'common', 0, 20);
      await write(before, 'earlier', 20, 20);
      const earlier = await topicIn(VARIABLES, pool);
      const first = publishing(before, earlier);
      const projectionBefore = new Projection(feedOf(before, earlier));
      await projectionBefore.has(40);
      await projectionBefore.stop();
      await first.stop();

      await restore();
      const topic = await topicIn(VARIABLES, pool);
      const seen: string[] = [];
      const feed = feedOf(after, topic);
      const projection = new Projection({
        partitions: feed.partitions,
        async *batches(from, options) {
          for await (const batch of feed.batches(from, options)) {
            seen.push(...batch.events.map(({ stream }) => stream));
            yield batch;
          }
        },
      });
      const second = publishing(after, topic);
      await projection.has(20);
      await write(after, 'later', 20, 5);
      await projection.has(25);
      await projection.stop();
      await second.stop();
      expect(new Set(seen)).toEqual(new Set((await after.readAll(START, 100)).map(({ stream }) => stream)));
    },
    LIMIT_MS,
  );
});
