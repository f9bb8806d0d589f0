import { randomUUID } from 'node:crypto';
import type { Position } from '@ledgate/domain/ports/event-store';
import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import { verify } from '@ledgate/projections/verify/verify';
import pg from 'pg';
import { EventStoreDbStore } from '../../src/adapters/event-store/eventstoredb/eventstoredb-store.ts';
import { PARTITIONS_DEFAULT } from '../../src/adapters/feed/kafka/topic.ts';
import { BenchLedger } from './bench-ledger.ts';
import type { BenchResources } from './bench-resources.ts';
import { FeedRun, type FeedServers } from './feed-run.ts';

/** A ledger in EventStoreDB's protocol double, and a real Kafka and Postgres to bring it through. */
export class FeedWorld {
  readonly store: EventStoreDbStore;
  readonly ledger: BenchLedger;
  readonly #resources: BenchResources;
  readonly #servers: FeedServers;

  private constructor(store: EventStoreDbStore, resources: BenchResources, servers: FeedServers) {
    this.store = store;
    this.ledger = new BenchLedger(store);
    this.#resources = resources;
    this.#servers = servers;
  }

  static async with<Result>(resources: BenchResources, use: (world: FeedWorld) => Promise<Result>): Promise<Result> {
    const [eventStore, kafka, postgres] = await Promise.all([
      resources.eventStore(),
      resources.kafka(),
      resources.postgres(),
    ]);
    const store = await EventStoreDbStore.open({ url: eventStore.address });
    try {
      return await use(new FeedWorld(store, resources, { eventStore, kafka, postgres }));
    } finally {
      await store.close();
      await eventStore.stop();
    }
  }

  /** A new topic and empty read models, unless those of an earlier run are to be used. */
  async run({ topicPrefix = `bench-${randomUUID()}` }: { readonly topicPrefix?: string } = {}): Promise<FeedRun> {
    const databaseUrl = await this.#resources.database();
    await withPool(databaseUrl, async (pool) => {
      await migrateDirectory(pool);
      await migrateReadModels(pool, PARTITIONS_DEFAULT);
    });
    const { eventStore, kafka } = this.#servers;
    return new FeedRun(this.#resources, this.#servers, {
      eventStoreUrl: eventStore.address,
      databaseUrl,
      brokers: kafka.address.split(','),
      topicPrefix,
      partitions: PARTITIONS_DEFAULT,
    });
  }

  head(): Promise<Position> {
    return this.store.head();
  }

  /** Throws when what a run's projectors made of the ledger differs from it. */
  async verify({ place }: FeedRun): Promise<void> {
    const findings = await withPool(place.databaseUrl, (pool) => verify({ store: this.store, pool }));
    if (findings.length > 0)
      throw new Error(`the read models that came through Kafka differ from the ledger in ${findings.length} places`);
  }
}

async function withPool<Result>(connectionString: string, use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString });
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}
