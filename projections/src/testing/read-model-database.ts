import pg from 'pg';
import { migrateDirectory } from '../directory/migrate.ts';
import { migrateReadModels } from '../schema/generations.ts';
import { freshDatabase } from './fresh-database.ts';

export type ReadModelDatabase = { readonly pool: pg.Pool; drop(): Promise<void> };

/** A fresh database with the directory and an empty generation of read models. */
export async function readModelDatabase(): Promise<ReadModelDatabase> {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  // The server ends the sessions when the database is dropped.
  pool.on('error', () => undefined);
  await migrateDirectory(pool);
  await migrateReadModels(pool);
  return {
    pool,
    drop: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
