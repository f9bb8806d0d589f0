import { migrateDirectory } from '@ledgate/projections/directory/migrate';
import { migrateReadModels } from '@ledgate/projections/schema/generations';
import pg from 'pg';
import { readEnvironment } from '../config/config.ts';
import { borrowEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { PostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';

const CONNECTIONS_MAX = 4;

/** For commands beside the product or instead of it: the installation's ledger, on the server that runs or on one of our own for this while. */
export async function withLedger<Answer>(work: (ledger: { store: PostgresEventStore; pool: pg.Pool }) => Promise<Answer>): Promise<Answer> {
  const { DATA_DIR: dataDir, DATABASE_URL: given } = readEnvironment(process.env);
  const server = given === undefined ? await borrowEmbeddedPostgres({ dataDir, log: () => undefined }) : { url: given, stop: async () => undefined };
  const pool = new pg.Pool({ connectionString: server.url, max: CONNECTIONS_MAX });
  pool.on('error', () => undefined);
  try {
    const store = await PostgresEventStore.open({ url: server.url });
    try {
      await migrateDirectory(pool);
      await migrateReadModels(pool);
      return await work({ store, pool });
    } finally {
      await store.close();
    }
  } finally {
    await pool.end();
    await server.stop();
  }
}
