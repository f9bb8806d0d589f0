import { existsSync } from 'node:fs';
import { borrowCluster } from '../../local/cluster/borrow-cluster.ts';
import { eventStoreFor, profileOf, writeProfile } from '../../local/cluster/profile.ts';
import type { Environment } from '../../server/config/config.ts';
import { lockDataFolder, ownerOf } from '../../embedded/data-folder/lock.ts';
import { prepareDataFolder } from '../../embedded/data-folder/prepare.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { startEmbeddedPostgres } from '../../embedded/postgres/embedded-postgres.ts';
import { serverFolder } from '../../embedded/postgres/folder.ts';
import { feedPartitionsOf } from '../../process/main/feed-partitions.ts';
import { placeName } from './place-name.ts';

/** The servers of a place. Those in a data folder are started, and nobody else has the folder until `stop`. */
type PlaceServers = {
  readonly name: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string | undefined;
  readonly partitions: number;
  /** May be called again. */
  readonly stop: () => Promise<void>;
};

export type ServersOptions = {
  /** Makes what is missing of a place in the data folder; otherwise there must be an installation. */
  readonly makes: boolean;
  /** The place in the data folder is a cluster on this machine, or an embedded installation; what it is by itself where not given. */
  readonly profile?: 'cluster' | 'embedded';
};

/** Throws StartRefused where the folder is in use, or holds something else than is asked for. */
export async function serversOf(environment: Environment, { makes, profile }: ServersOptions): Promise<PlaceServers> {
  const { DATA_DIR: dataDir, DATABASE_URL: given, EVENTSTORE_URL: eventStoreUrl } = environment;
  const facts = { name: placeName(environment), eventStoreUrl, partitions: feedPartitionsOf(environment) };
  if (given !== undefined) return { ...facts, databaseUrl: given, stop: async () => undefined };
  const isCluster = profile === 'cluster' || (profile === undefined && profileOf(dataDir) !== undefined);
  if (isCluster) return clusterServers(environment, makes);
  if (profileOf(dataDir) !== undefined)
    throw new StartRefused(
      `${dataDir} belongs to a cluster on this machine; set DATA_DIR to the folder of an embedded installation`,
    );
  if (!makes && !existsSync(serverFolder(dataDir))) {
    throw new StartRefused(
      `there is no embedded installation in ${dataDir}; set DATA_DIR to its folder (one on a given Postgres moves by backup and restore)`,
    );
  }
  const lock = lockDataFolder(dataDir);
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    return {
      ...facts,
      databaseUrl: server.url,
      stop: async () => {
        await server.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Of the cluster on this machine that lives in the data folder, or is to. */
async function clusterServers(
  { DATA_DIR: dataDir, EVENTSTORE_URL: eventStoreUrl, KAFKA_PARTITIONS: partitions }: Environment,
  makes: boolean,
): Promise<PlaceServers> {
  if (!makes && profileOf(dataDir) === undefined)
    throw new StartRefused(
      `no cluster lives in ${dataDir}; start one there with npm run cluster, or name another folder`,
    );
  const eventStore = eventStoreFor(dataDir, eventStoreUrl);
  prepareDataFolder(dataDir);
  const owner = ownerOf(dataDir);
  if (owner !== undefined)
    throw new StartRefused(`another Ledgate (process ${owner}) is running on ${dataDir}; stop it`);
  const profile = profileOf(dataDir) ?? { profile: 'cluster' as const, eventStore, brokers: [], partitions };
  writeProfile(dataDir, { ...profile, eventStore });
  const servers = await borrowCluster(dataDir, { ...profile, eventStore });
  return { ...servers, name: `the cluster in ${dataDir}`, partitions: profile.partitions, stop: () => servers.stop() };
}
