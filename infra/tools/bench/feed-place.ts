import type { Log } from '@ledgate/domain/ports/log';
import { topicOf } from '../../src/adapters/feed/kafka/topic.ts';
import { kafkaOf } from '../../src/adapters/feed/kafka/connection.ts';
import { EventStoreDbStore } from '../../src/adapters/event-store/eventstoredb/eventstoredb-store.ts';
import pg from 'pg';
import { z } from 'zod';

/** Where one run of the way through Kafka happens: a ledger, a topic of its own, read models of its own. */
const placeSchema = z.object({
  eventStoreUrl: z.string(),
  databaseUrl: z.string(),
  brokers: z.array(z.string()),
  topicPrefix: z.string(),
  partitions: z.int().min(1),
});

export type FeedPlace = Readonly<z.infer<typeof placeSchema>>;

/** What Kafka's client repeats by itself is nothing to tell: a group that is divided anew, for one. What stops a part spoils the measurement. */
export const STRICT: Log = {
  info: () => undefined,
  warn: (facts, message) =>
    'kafka' in facts ? undefined : process.stderr.write(`${message}: ${JSON.stringify(facts)}\n`),
  error: (_facts, message) => {
    throw new Error(message);
  },
};

/** Connections of one process to a place given as JSON. */
export async function openFeedPlace(parameter: string) {
  const { eventStoreUrl, databaseUrl, brokers, topicPrefix, partitions } = placeSchema.parse(JSON.parse(parameter));
  const store = await EventStoreDbStore.open({ url: eventStoreUrl });
  const pool = new pg.Pool({ connectionString: databaseUrl });
  return {
    store,
    pool,
    topic: topicOf({ prefix: topicPrefix, generation: 1, partitions }),
    kafka: kafkaOf({ brokers, clientId: `bench-${process.pid}` }, STRICT),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}
