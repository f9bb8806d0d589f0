import pg from 'pg';
import { migrateDirectory } from '../directory/migrate.ts';
import { GENERATION_VIEWS } from '../schema/generation-tables.sql.ts';
import { migrateReadModels } from '../schema/generations.ts';
import { READ_MODELS } from '../schema/shape.ts';
import { sealForTest } from './directory-keys.ts';
import { freshDatabase } from './fresh-database.ts';

export type ReadModelDatabase = {
  readonly pool: pg.Pool;
  /** Keeps a copy of what the live generation holds now; `restore` brings it back. */
  keep(): Promise<void>;
  restore(): Promise<void>;
  drop(): Promise<void>;
};

/** A fresh database with the directory and an empty generation of read models. */
export async function readModelDatabase(partitions = 1): Promise<ReadModelDatabase> {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  // The server ends the sessions when the database is dropped.
  pool.on('error', () => undefined);
  await migrateDirectory(pool);
  await sealForTest(pool);
  await migrateReadModels(pool, partitions);
  const forEach = async (sqlOf: (table: string) => string): Promise<void> => {
    await pool.query(GENERATION_VIEWS.map(sqlOf).join(';'));
  };
  return {
    pool,
    keep: async () => {
      await pool.query('create schema kept');
      await forEach((table) => `create table kept.${table} as table ${READ_MODELS}.${table}`);
    },
    restore: () =>
      forEach(
        (table) =>
          `delete from ${READ_MODELS}.${table}; insert into ${READ_MODELS}.${table} select * from kept.${table}`,
      ),
    drop: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
