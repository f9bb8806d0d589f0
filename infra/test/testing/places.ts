import { type FreshDatabase, freshDatabase } from '@ledgate/projections/testing/fresh-database';
import { PostgresEventStore } from '../../src/adapters/event-store/postgres/postgres-event-store.ts';
import { openDatabase, type Place, refuseOthers } from '../../src/operations/relocation/place.ts';

export type TestPlace = Place & { readonly database: FreshDatabase };

/** An embedded installation's place, but on a database of the test server. */
export async function postgresPlace(name = 'the embedded installation', database?: FreshDatabase): Promise<TestPlace> {
  const used = database ?? (await freshDatabase());
  const pool = await openDatabase(used.url);
  const store = await PostgresEventStore.open({ url: used.url });
  return {
    name,
    pool,
    store,
    database: used,
    inOrder: true,
    foreignEvents: () => 0,
    partitions: 1,
    refuseOthers: async () => undefined,
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}

/** A cluster's place on a database of the test server and a given EventStoreDB. */
export async function clusterPlace(url: string, database?: FreshDatabase): Promise<TestPlace> {
  const { EventStoreDbStore } = await import('../../src/adapters/event-store/eventstoredb/eventstoredb-store.ts');
  const used = database ?? (await freshDatabase());
  const name = 'the cluster';
  const pool = await openDatabase(used.url);
  const store = await EventStoreDbStore.open({ url });
  return {
    name,
    pool,
    store,
    refuseOthers: () => refuseOthers(pool, name),
    database: used,
    inOrder: false,
    foreignEvents: () => 0,
    partitions: 12,
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
}
