import pg from 'pg';
import type { Environment } from '../config/config.ts';
import { lockDataFolder } from '../data-folder/lock.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Lifeline } from './shutdown.ts';

/** Connections of the console's calls, the directory and the read models; the event store and the listeners have their own. */
const POOL_CONNECTIONS_MAX = 12;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The Postgres of this installation: one of our own on the data folder, or the given one. The data folder is locked in both cases, so that every
 * earlier process on it is dead. Answers its address.
 */
export async function takePostgres({ DATA_DIR: dataDir, DATABASE_URL: given }: Environment, log: Logger, lifeline: Lifeline): Promise<string> {
  const lock = lockDataFolder(dataDir);
  lifeline.add('data folder', () => lock.release());
  if (given !== undefined) return given;
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => log.info(line) });
  lifeline.add('database server', () => server.stop());
  if (server.adopted) log.info('took over the database server that an earlier process left running');
  return server.url;
}

/** Reads and writes other than the event store's. An idle connection that breaks is replaced, and logged. */
export function openPool(url: string, log: Logger, lifeline: Lifeline): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: POOL_CONNECTIONS_MAX, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  lifeline.add('database connections', () => pool.end());
  return pool;
}
