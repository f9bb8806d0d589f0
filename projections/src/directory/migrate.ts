import { type Database, execute, inTransaction, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { tables } from './migrations/0001-tables.ts';
import { userSearch } from './migrations/0002-user-search.ts';
import { publishedTopics } from './migrations/0003-published-topics.ts';
import { relocation } from './migrations/0004-relocation.ts';
import { leaderships } from './migrations/0005-leaderships.ts';
import { oneOwnerOfAName } from './migrations/0006-one-owner-of-a-name.ts';
import { commands } from './migrations/0007-commands.ts';

/** In order; a migration that has been released is never changed. */
const MIGRATIONS = [
  ['0001-tables', tables],
  ['0002-user-search', userSearch],
  ['0003-published-topics', publishedTopics],
  ['0004-relocation', relocation],
  ['0005-leaderships', leaderships],
  ['0006-one-owner-of-a-name', oneOwnerOfAName],
  ['0007-commands', commands],
] as const;

/** Any number: one migration at a time on one database. */
const MIGRATION_LOCK = 7_160_331;
const UNDEFINED_TABLE = '42P01';

/**
 * Brings the schema `directory` up to date. One statement when there is nothing to do; two processes may call it at once. Throws when the
 * database was written by a later release.
 */
export async function migrateDirectory(db: Database): Promise<void> {
  if ((await missing(db)).length === 0) return;
  await inTransaction(db, async (client) => {
    await execute(client, query.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]));
    await client.query('create schema if not exists directory');
    await client.query('create table if not exists directory.migrations (name text primary key, applied_at timestamptz not null default now())');
    const applied = new Set(await namesIn(client));
    for (const [name, statements] of MIGRATIONS) {
      if (applied.has(name)) continue;
      await client.query(statements);
      await execute(client, query('directory.migrations').insert({ name }));
    }
  });
}

const namesIn = async (db: Queryable): Promise<readonly string[]> =>
  (await rows<{ name: string }>(db, query('directory.migrations').select('name'))).map(({ name }) => name);

async function missing(db: Database): Promise<readonly string[]> {
  try {
    const applied = await namesIn(db);
    const known: ReadonlySet<string> = new Set(MIGRATIONS.map(([name]) => name));
    const later = applied.find((name) => !known.has(name));
    if (later !== undefined) throw new Error(`the directory was written by a later release (${later}); start that release or restore a backup`);
    return [...known].filter((name) => !applied.includes(name));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return MIGRATIONS.map(([name]) => name);
    throw error;
  }
}
