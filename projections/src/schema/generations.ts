import { type Database, execute, inTransaction, maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { GENERATION_VIEWS, generationIndexes, generationTables } from './generation-tables.ts';

/** One complete set of read models in a schema of its own (design section 5). */
export type Generation = { readonly number: number; readonly schema: string };

/** What this release writes into a generation. A generation of another shape is rebuilt, never altered. */
export const GENERATION_SHAPE = 2;

const generation = (number: number): Generation => ({ number, schema: `rm_v${number}` });

/** The registry of generations; the views of the schema stand on the live one. */
const REGISTRY = `
create schema if not exists readmodel;
create table if not exists readmodel.generations (
  number integer primary key,
  shape integer not null,
  status text not null check (status in ('building', 'live')),
  created_at timestamptz not null default now()
);
create unique index if not exists generations_live on readmodel.generations (status) where status = 'live';
`;

/** Any number: one change of generations at a time on one database. */
const GENERATIONS_LOCK = 7_160_334;
const MISSING: ReadonlySet<unknown> = new Set(['42P01', '3F000']);

export const isMissing = (error: unknown): boolean => MISSING.has((error as { code?: unknown }).code);

/** The statement's text for one generation: `@rm` becomes its schema. */
export const inGeneration = (text: string, { schema }: Generation): string => text.replaceAll('@rm', schema);

export async function liveGeneration(db: Queryable): Promise<Generation | undefined> {
  const row = await maybeRow<{ number: number }>(db, query('readmodel.generations').select('number').where({ status: 'live' }));
  return row === undefined ? undefined : generation(row.number);
}

/**
 * Makes what is missing of the read models' schema; one statement when there is nothing to do. A live generation of another shape is replaced
 * by an empty one, which the runner fills from the ledger's beginning. Two processes may call it at once.
 */
export async function migrateReadModels(db: Database): Promise<void> {
  if (await upToDate(db)) return;
  await inTransaction(db, async (client) => {
    await execute(client, query.raw('select pg_advisory_xact_lock(?)', [GENERATIONS_LOCK]));
    await client.query(REGISTRY);
    const live = await maybeRow<{ shape: number }>(client, shapeOfLive());
    if (live?.shape !== GENERATION_SHAPE) {
      const next = await addGeneration(client);
      await client.query(inGeneration(generationIndexes.join(';'), next));
      const before = await liveGeneration(client);
      await flipViews(client, next);
      if (before !== undefined) await dropGeneration(client, before);
    }
  });
}

const shapeOfLive = () => query('readmodel.generations').select('shape').where({ status: 'live' });

async function upToDate(db: Database): Promise<boolean> {
  try {
    const live = await maybeRow<{ shape: number }>(db, shapeOfLive());
    return live?.shape === GENERATION_SHAPE;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** An empty generation beside the live one, without the indexes that only reading needs. `partitions` of the feed begin at 0. */
export async function addGeneration(client: Queryable, partitions = 1): Promise<Generation> {
  const { next } = await oneRow<{ next: number }>(client, query.raw('select coalesce(max(number), 0) + 1 as next from readmodel.generations'));
  const added = generation(next);
  await client.query(inGeneration(generationTables, added));
  await execute(client, query(`${added.schema}.checkpoints`).insert(
    Array.from({ length: partitions }, (_, partition) => ({ partition, position: 0 }))));
  await execute(client, query('readmodel.generations').insert({ number: added.number, shape: GENERATION_SHAPE, status: 'building' }));
  return added;
}

/** Within the caller's transaction: the views stand on `next`, the generation that was live is retired. Its tables stay until dropGeneration. */
export async function flipViews(client: Queryable, next: Generation): Promise<void> {
  const before = await liveGeneration(client);
  if (before !== undefined) {
    await client.query(inGeneration('update @rm.checkpoints set retired = true', before));
    await execute(client, query('readmodel.generations').where({ number: before.number }).delete());
  }
  await client.query(GENERATION_VIEWS.map((view) =>
    `drop view if exists readmodel.${view}; create view readmodel.${view} as select * from ${next.schema}.${view}`).join(';'));
  await execute(client, query('readmodel.generations').where({ number: next.number }).update({ status: 'live' }));
}

export async function dropGeneration(db: Queryable, dropped: Generation): Promise<void> {
  await db.query(`drop schema if exists ${dropped.schema} cascade`);
  await execute(db, query('readmodel.generations').where({ number: dropped.number }).whereNot({ status: 'live' }).delete());
}

/** Schemas that no generation is registered for, or that a rebuild left unfinished. */
export async function leftOverGenerations(db: Queryable): Promise<readonly Generation[]> {
  const found = await rows<{ name: string }>(db, query.raw(`
    select nspname as name from pg_namespace
    where nspname ~ '^rm_v[0-9]+$' and nspname not in (select 'rm_v' || number from readmodel.generations where status = 'live')`));
  return found.map(({ name }) => generation(Number(name.slice('rm_v'.length))));
}
