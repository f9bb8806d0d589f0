import { existsSync } from 'node:fs';
import type { EventStore } from '@ledgate/domain/ports/event-store';
import { silentLog } from '@ledgate/domain/ports/log';
import pg from 'pg';
import type { Environment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { borrowEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { serverFolder } from '../embedded-postgres/folder.ts';
import { refusalOfDatabase } from './postgres.ts';
import { openStore } from './store.ts';

const CONNECTIONS_MAX = 4;

export type LedgerAtHand = { readonly store: EventStore; readonly pool: pg.Pool; readonly gaplessPositions: boolean };

/**
 * For commands beside the product or instead of it: the installation's ledger and its Postgres, on the servers that the environment names, or on the
 * embedded server that runs, or on one of our own for this while. Throws StartRefused.
 */
export async function withLedger<Answer>(environment: Environment, work: (ledger: LedgerAtHand) => Promise<Answer>): Promise<Answer> {
  const { DATA_DIR: dataDir, DATABASE_URL: given } = environment;
  if (given === undefined && !existsSync(serverFolder(dataDir))) throw new StartRefused(`there is no ledger in ${dataDir}; set DATA_DIR to the folder of an installation`);
  const server = given === undefined ? await borrowEmbeddedPostgres({ dataDir, log: () => undefined }) : { url: given, stop: async () => undefined };
  const pool = new pg.Pool({ connectionString: server.url, max: CONNECTIONS_MAX });
  pool.on('error', () => undefined);
  try {
    const { store, gaplessPositions } = await openStore(environment, server.url, silentLog).catch((error: unknown) => { throw given === undefined ? error : refusalOfDatabase(error); });
    try {
      return await work({ store, pool, gaplessPositions });
    } finally {
      await store.close();
    }
  } finally {
    await pool.end();
    await server.stop();
  }
}
