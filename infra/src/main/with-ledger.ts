import { existsSync } from 'node:fs';
import pg from 'pg';
import { readEnvironment } from '../config/config.ts';
import { StartRefused } from '../data-folder/start-refused.ts';
import { borrowEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { serverFolder } from '../embedded-postgres/folder.ts';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';

const CONNECTIONS_MAX = 4;

/** For commands beside the product or instead of it: the installation's ledger, on the server that runs or on one of our own for this while. */
export async function withLedger<Answer>(work: (ledger: { store: PostgresEventStore; pool: pg.Pool }) => Promise<Answer>): Promise<Answer> {
  const { DATA_DIR: dataDir, DATABASE_URL: given } = readEnvironment(process.env);
  if (given === undefined && !existsSync(serverFolder(dataDir))) throw new StartRefused(`there is no ledger in ${dataDir}; set DATA_DIR to the folder of an installation`);
  const server = given === undefined ? await borrowEmbeddedPostgres({ dataDir, log: () => undefined }) : { url: given, stop: async () => undefined };
  const pool = new pg.Pool({ connectionString: server.url, max: CONNECTIONS_MAX });
  pool.on('error', () => undefined);
  try {
    const store = await PostgresEventStore.open({ url: server.url });
    try {
      return await work({ store, pool });
    } finally {
      await store.close();
    }
  } finally {
    await pool.end();
    await server.stop();
  }
}
