import pg from 'pg';
import type { Environment } from '../config/config.ts';
import { lockDataFolder } from '../data-folder/lock.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Lifeline } from './shutdown.ts';

/** Connections of the console's calls, the directory and the read models; the event store and the listeners have their own. */
const POOL_CONNECTIONS_MAX = 12;
const CONNECT_TIMEOUT_MS = 10_000;

/** `ours`: nobody but this process works on it, since the lock on the data folder is the lock on the database. */
export type TakenPostgres = { readonly url: string; readonly ours: boolean };

/**
 * The Postgres of this installation: one of our own on the data folder, or the given one, which other processes may use as well. Throws
 * StartRefused.
 */
export async function takePostgres({ DATA_DIR: dataDir, DATABASE_URL: given }: Environment, log: Logger, lifeline: Lifeline): Promise<TakenPostgres> {
  const lock = lockDataFolder(dataDir);
  lifeline.add('data folder', () => lock.release());
  if (given !== undefined) return { url: given, ours: false };
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => log.info(line) });
  lifeline.add('database server', () => server.stop());
  if (server.adopted) log.info('took over the database server that an earlier process left running');
  return { url: server.url, ours: true };
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
