import { PARTITIONS_MAX } from '../limits.ts';
import { type Database, execute, inTransaction, maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { GENERATION_VIEWS, generationIndexes, generationTables } from './generation-tables.ts';

/**
 * One complete set of read models in a schema of its own (design section 5). It has a checkpoint for each of its partitions, whose number it keeps for
 * life: an event is in the one that `partitionOf` names among them.
 */
export type Generation = { readonly number: number; readonly schema: string; readonly partitions: number };

type Schema = Pick<Generation, 'number' | 'schema'>;

/** What this release writes into a generation. A generation of another shape is rebuilt, never altered. */
export const GENERATION_SHAPE = 3;

const schemaOf = (number: number): Schema => ({ number, schema: `rm_v${number}` });

/** The registry of generations; the views of the schema stand on the live one. */
const REGISTRY = `
create schema if not exists readmodel;
create table if not exists readmodel.generations (
  number integer primary key,
  shape integer not null,
  status text not null check (status in ('building', 'live')),
  created_at timestamptz not null default now()
);
alter table readmodel.generations add column if not exists partitions integer not null default 1;
create unique index if not exists generations_live on readmodel.generations (status) where status = 'live';
`;

/** Any number: one change of generations at a time on one database. */
const GENERATIONS_LOCK = 7_160_334;
const MISSING: ReadonlySet<unknown> = new Set(['42P01', '3F000']);
const MISSING_COLUMN = '42703';

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

export const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error));

/** The statement's text for one generation: `@rm` becomes its schema. */
export const inGeneration = (text: string, { schema }: Pick<Generation, 'schema'>): string => text.replaceAll('@rm', schema);

export async function liveGeneration(db: Queryable): Promise<Generation | undefined> {
  const row = await maybeRow<{ number: number; partitions: number }>(db, query('readmodel.generations').select('number', 'partitions').where({ status: 'live' }));
  return row === undefined ? undefined : { ...schemaOf(row.number), partitions: row.partitions };
}

/**
 * Makes what is missing of the read models' schema; one statement when there is nothing to do. A live generation of another shape is replaced
 * by an empty one, which the runner fills from the ledger's beginning. Two processes may call it at once.
 *
 * @param partitions of the feed that will fill a first generation; one that is replaced leaves its number to the next. Whether what is there fits
 *   the feed is `checkPartitions`' question
 */
export async function migrateReadModels(db: Database, partitions = 1): Promise<void> {
  if (await upToDate(db)) return;
  await inTransaction(db, async (client) => {
    await execute(client, query.raw('select pg_advisory_xact_lock(?)', [GENERATIONS_LOCK]));
    await client.query(REGISTRY);
    const live = await maybeRow<LiveShape>(client, shapeOfLive());
    if (live?.shape !== GENERATION_SHAPE) {
      const next = await addGeneration(client, live?.partitions ?? partitions);
      await client.query(inGeneration(generationIndexes.join(';'), next));
      const before = await liveGeneration(client);
      await flipViews(client, next);
      if (before !== undefined) await dropGeneration(client, before);
    }
  });
}

type LiveShape = { readonly shape: number; readonly partitions: number };

const shapeOfLive = () => query('readmodel.generations').select('shape', 'partitions').where({ status: 'live' });

async function upToDate(db: Database): Promise<boolean> {
  try {
    return (await maybeRow<LiveShape>(db, shapeOfLive()))?.shape === GENERATION_SHAPE;
  } catch (error) {
    if (isMissing(error) || codeOf(error) === MISSING_COLUMN) return false;
    throw error;
  }
}

/**
 * An empty generation beside the live one, without the indexes that only reading needs; its partitions, from 0 on, begin before the first event.
 * Throws RangeError for a number of partitions outside 1 to PARTITIONS_MAX.
 */
export async function addGeneration(client: Queryable, partitions: number): Promise<Generation> {
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > PARTITIONS_MAX) throw new RangeError(`read models of ${partitions} partitions: from 1 to ${PARTITIONS_MAX} are possible`);
  const { next } = await oneRow<{ next: number }>(client, query.raw('select coalesce(max(number), 0) + 1 as next from readmodel.generations'));
  const added: Generation = { ...schemaOf(next), partitions };
  await client.query(inGeneration(generationTables, added));
  await execute(client, query(`${added.schema}.checkpoints`).insert(Array.from({ length: partitions }, (_, partition) => ({ partition, position: 0 }))));
  await execute(client, query('readmodel.generations').insert({ number: added.number, shape: GENERATION_SHAPE, status: 'building', partitions }));
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

export async function dropGeneration(db: Queryable, dropped: Schema): Promise<void> {
  await db.query(`drop schema if exists ${dropped.schema} cascade`);
  await execute(db, query('readmodel.generations').where({ number: dropped.number }).whereNot({ status: 'live' }).delete());
}

/** Schemas that no generation is registered for, or that a rebuild left unfinished. */
export async function leftOverGenerations(db: Queryable): Promise<readonly Schema[]> {
  const found = await rows<{ name: string }>(db, query.raw(`
    select nspname as name from pg_namespace
    where nspname ~ '^rm_v[0-9]+$' and nspname not in (select 'rm_v' || number from readmodel.generations where status = 'live')`));
  return found.map(({ name }) => schemaOf(Number(name.slice('rm_v'.length))));
}
