import { existsSync } from 'node:fs';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import type pg from 'pg';
import { borrowCluster } from '../../local/cluster/borrow-cluster.ts';
import { eventStoreFor, profileOf } from '../../local/cluster/profile.ts';
import type { Environment } from '../../server/config/config.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { borrowEmbeddedPostgres } from '../../embedded/postgres/embedded-postgres.ts';
import { serverFolder } from '../../embedded/postgres/folder.ts';
import { COMMAND_CONNECT_TIMEOUT_MS, COMMAND_CONNECTIONS_MAX, PATIENT_ANSWER_MAX_MS } from '../../limits.ts';
import { databasePool } from '../database/database-pool.ts';
import { feedPartitionsOf } from './feed-partitions.ts';
import { refusalOfDatabase } from './postgres.ts';
import { openStore } from './store.ts';
import { ledgerNameOf, refuseOtherLedger } from './which-ledger.ts';

type LedgerAtHand = {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly gaplessPositions: boolean;
  /** How many events of other applications on the same EventStoreDB were read past so far. */
  foreignEvents(): number;
  /** Of the feed that fills the read models. */
  readonly partitions: number;
  /** Of the Kafka that carries this feed, some of our own for this while too; undefined where there is none. Throws StartRefused. */
  brokers(): Promise<readonly string[] | undefined>;
};

/** Servers of an installation, some of them perhaps only there for this while. */
type Servers = Pick<LedgerAtHand, 'partitions' | 'brokers'> & {
  readonly environment: Environment;
  readonly databaseUrl: string;
  stop(): Promise<void>;
};

/**
 * For commands beside the product or instead of it: the installation's ledger and its Postgres, on the servers that the environment names, or on those of
 * the embedded installation or the cluster in the data folder: the ones that run, or some of our own for this while. Throws StartRefused, also where ledger and
 * directory name different installations.
 */
export async function withLedger<Answer>(
  given: Environment,
  work: (ledger: LedgerAtHand) => Promise<Answer>,
): Promise<Answer> {
  const { environment, databaseUrl, partitions, brokers, stop } = await serversOf(given);
  const pool = databasePool({
    url: databaseUrl,
    connectionsMax: COMMAND_CONNECTIONS_MAX,
    connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS,
    answerMaxMs: PATIENT_ANSWER_MAX_MS,
    onBroken: () => undefined,
  });
  try {
    const { store, gaplessPositions, foreignEvents } = await openStore(environment, databaseUrl, {
      log: silentLog,
    }).catch((error: unknown) => {
      throw given.DATABASE_URL === undefined ? error : refusalOfDatabase(error);
    });
    try {
      await refuseOtherLedger({ store, pool, ledgerName: ledgerNameOf(environment) });
      return await work({ store, pool, gaplessPositions, foreignEvents, partitions, brokers });
    } finally {
      await store.close();
    }
  } finally {
    await pool.end();
    await stop();
  }
}

async function serversOf(environment: Environment): Promise<Servers> {
  const { DATA_DIR: dataDir, DATABASE_URL: given } = environment;
  const partitions = feedPartitionsOf(environment);
  const brokers = async (): Promise<readonly string[] | undefined> => environment.KAFKA_BROKERS;
  if (given !== undefined) return { environment, databaseUrl: given, partitions, brokers, stop: async () => undefined };
  const profile = profileOf(dataDir);
  if (profile !== undefined) {
    const eventStore = eventStoreFor(dataDir, environment.EVENTSTORE_URL);
    const { eventStoreUrl, ...servers } = await borrowCluster(dataDir, { ...profile, eventStore });
    return {
      ...servers,
      environment: { ...environment, EVENTSTORE_URL: eventStoreUrl },
      partitions: profile.partitions,
    };
  }
  if (!existsSync(serverFolder(dataDir)))
    throw new StartRefused(`there is no ledger in ${dataDir}; set DATA_DIR to the folder of an installation`);
  const { url, stop } = await borrowEmbeddedPostgres({ dataDir, log: () => undefined });
  return { environment, databaseUrl: url, partitions, brokers, stop };
}
