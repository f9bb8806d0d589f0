import { silentLog } from '@ledgate/domain/ports/log';
import type { Environment } from '../config/config.ts';
import { feedPartitionsOf } from '../main/feed-partitions.ts';
import { refusalOfDatabase } from '../main/postgres.ts';
import { openStore } from '../main/store.ts';
import { clusterIn, databaseName, eventStoreName, openDatabase, type Place } from './place.ts';

/** The cluster that EVENTSTORE_URL and DATABASE_URL name. Throws StartRefused. */
export async function openClusterPlace(environment: Environment): Promise<Place> {
  const { eventStoreUrl, databaseUrl } = clusterIn(environment);
  const name = `the cluster of ${eventStoreName(eventStoreUrl)} and ${databaseName(databaseUrl)}`;
  const { pool, refuseOthers } = await openDatabase(databaseUrl, name).catch((error: unknown) => { throw refusalOfDatabase(error); });
  try {
    const { store, gaplessPositions } = await openStore(environment, databaseUrl, silentLog);
    return {
      name, pool, store, refuseOthers, inOrder: gaplessPositions, partitions: feedPartitionsOf(environment),
      close: async () => { await store.close(); await pool.end(); },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
