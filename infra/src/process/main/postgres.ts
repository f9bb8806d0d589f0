import { StoreUnavailable } from '@ledgate/domain/ports/event-store';
import { isDatabaseLoss } from '@ledgate/projections/shared/database-loss';
import type pg from 'pg';
import type { Environment } from '../../server/config/config.ts';
import { refuseCluster } from '../../local/cluster/profile.ts';
import { ALL } from '../../server/config/roles.ts';
import { lockDataFolder } from '../../embedded/data-folder/lock.ts';
import { StartRefused } from '../../embedded/data-folder/start-refused.ts';
import { startEmbeddedPostgres } from '../../embedded/postgres/embedded-postgres.ts';
import { POOL_CONNECT_TIMEOUT_MS, SERVER_CONNECTIONS_MAX } from '../../limits.ts';
import type { Logger } from '../../server/telemetry/logger.ts';
import { CONNECTIONS_MAX as CONNECTIONS_OF_RELAY_MAX } from '../relay-processes/limits.ts';
import { databasePool, type PoolOptions } from '../database/database-pool.ts';
import type { Lifeline } from './shutdown.ts';

/** `ours`: nobody but this process works on it, since the lock on the data folder is the lock on the database. */
export type TakenPostgres = { readonly url: string; readonly ours: boolean };

/**
 * The Postgres of this installation: one of our own on the data folder, or the given one, which other processes may use as well. A process that has not
 * every role keeps nothing in the data folder. Throws StartRefused.
 */
export async function takePostgres(environment: Environment, log: Logger, lifeline: Lifeline): Promise<TakenPostgres> {
  const { DATA_DIR: dataDir, DATABASE_URL: given, ROLES: roles, RELAY_PROCESSES: relays, PORT } = environment;
  if (given !== undefined && !roles.includes(ALL)) return { url: given, ours: false };
  const lock = lockDataFolder(dataDir);
  lifeline.add('data folder', () => lock.release());
  if (given !== undefined) return { url: given, ours: false };
  refuseCluster(dataDir);
  const server = await startEmbeddedPostgres({
    dataDir,
    log: (line) => log.info(line),
    exceptPort: PORT,
    settings: { max_connections: String(SERVER_CONNECTIONS_MAX + (relays - 1) * CONNECTIONS_OF_RELAY_MAX) },
  });
  lifeline.add('database server', () => server.stop());
  if (server.adopted) log.info('took over the database server that an earlier process left running');
  return { url: server.url, ours: true };
}

type Reach = Pick<PoolOptions, 'connectionsMax' | 'answerMaxMs' | 'isPatient'>;

/** Reads and writes other than the event store's. An idle connection that breaks is replaced, and logged. */
export function openPool(url: string, log: Logger, lifeline: Lifeline, reach: Reach): pg.Pool {
  const pool = databasePool({
    url,
    ...reach,
    connectTimeoutMs: POOL_CONNECT_TIMEOUT_MS,
    onBroken: (error) => {
      if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
    },
  });
  lifeline.add('database connections', () => pool.end());
  return pool;
}

/** As Postgres names them: invalid_password, invalid_catalog_name. */
const REFUSALS: ReadonlySet<string> = new Set(['28P01', '3D000']);

/** What an operator can do something about when the database is his. */
export function refusalOfDatabase(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isRefused = 'code' in error && REFUSALS.has(String(error.code));
  if (!(error instanceof StoreUnavailable || isRefused || isDatabaseLoss(error))) return error;
  return new StartRefused(
    `the database of DATABASE_URL cannot be used: ${error.message}; correct the variable or start that server`,
  );
}
