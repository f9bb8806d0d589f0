import { DROP_LOCK_TIMEOUT_MS, PARTITIONS_MAX } from '../limits.ts';
import { type Database, execute, inTransaction, maybeRow, oneRow, type Queryable, rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { GENERATION_VIEWS, generationIndexes, generationTables } from './generation-tables.sql.ts';
import { GENERATION_SHAPE, ShapeDiffers, viewsOf } from './shape.ts';
import { lockForTransaction, lockTimeout } from '../shared/sql.ts';
import { dropSchema, FITS, HAS_REGISTRY, LEFT_OVER, makeViewsOf, NEXT_NUMBER, REGISTRY, RETIRE } from './sql.ts';

/**
 * One complete set of read models in a schema of its own (docs/architecture.md#generations). It has a checkpoint for each of its partitions, whose number it
 * keeps for life: an event is in the one that `partitionOf` names among them. Its shape never changes, and no number is ever given twice.
 */
export type Generation = {
  readonly number: number;
  readonly schema: string;
  readonly partitions: number;
  readonly shape: number;
};

type Schema = Pick<Generation, 'number' | 'schema'>;

const schemaOf = (number: number): Schema => ({ number, schema: `rm_v${number}` });

const MISSING: ReadonlySet<unknown> = new Set(['42P01', '3F000']);

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

export const isMissing = (error: unknown): boolean => MISSING.has(codeOf(error));

/** SQL for one generation: `@rm` becomes its schema. */
export const inGeneration = (text: string, { schema }: Pick<Generation, 'schema'>): string =>
  text.replaceAll('@rm', schema);

/** Of whichever shape: who reads or writes it asks for `ownGeneration`. */
export async function liveGeneration(db: Queryable): Promise<Generation | undefined> {
  const row = await maybeRow<Omit<Generation, 'schema'>>(
    db,
    query('readmodel.generations').select('number', 'partitions', 'shape').where({ status: 'live' }),
  );
  return row === undefined ? undefined : { ...row, schema: schemaOf(row.number).schema };
}

/** The live generation; undefined where there are no read models yet. Throws ShapeDiffers. */
export async function ownGeneration(db: Queryable, shape = GENERATION_SHAPE): Promise<Generation | undefined> {
  const live = await liveGeneration(db);
  if (live !== undefined && live.shape !== shape) throw new ShapeDiffers(live.shape, shape);
  return live;
}

/**
 * Makes what is missing of the read models' schema, and the first generation, live and empty, where there is none; one query when there is nothing to
 * do. A live generation of another shape stays as it is: `startRunner` fills the next one beside it. Two processes may call it at once.
 *
 * @param partitions of the feed that will fill a first generation; whether what is there fits the feed is `checkPartitions`' question
 */
export async function migrateReadModels(db: Database, partitions = 1, shape = GENERATION_SHAPE): Promise<void> {
  if (await nothingIsMissing(db, shape)) return;
  await inTransaction(db, async (client) => {
    await execute(client, query.raw(lockForTransaction('generations')));
    await client.query(REGISTRY);
    const live = await liveGeneration(client);
    if (live === undefined) {
      const first = await addGeneration(client, partitions, shape);
      await client.query(inGeneration(generationIndexes.join(';'), first));
      await goLive(client, first);
    } else if (live.shape === shape) {
      await makeViews(client, live);
    }
  });
}

/** Of an installation that an earlier release made, the registry may lack columns and numbers, and the views may stand in another schema. */
async function nothingIsMissing(db: Database, shape: number): Promise<boolean> {
  const { made } = await oneRow<{ made: boolean }>(db, query.raw(HAS_REGISTRY));
  if (!made) return false;
  const { fits } = await oneRow<{ fits: boolean }>(db, query.raw(FITS, [shape, `${viewsOf(shape)}.checkpoints`]));
  return fits;
}

/**
 * An empty generation beside the live one, without the indexes that only reading needs; its partitions, from 0 on, begin before the first event.
 * Throws RangeError for a number of partitions outside 1 to PARTITIONS_MAX.
 */
export async function addGeneration(
  client: Queryable,
  partitions: number,
  shape = GENERATION_SHAPE,
): Promise<Generation> {
  if (!Number.isInteger(partitions) || partitions < 1 || partitions > PARTITIONS_MAX)
    throw new RangeError(`read models of ${partitions} partitions: from 1 to ${PARTITIONS_MAX} are possible`);
  const { next } = await oneRow<{ next: number }>(client, query.raw(NEXT_NUMBER));
  const added: Generation = { ...schemaOf(next), partitions, shape };
  await client.query(inGeneration(generationTables, added));
  await execute(
    client,
    query(`${added.schema}.checkpoints`).insert(
      Array.from({ length: partitions }, (_, partition) => ({ partition, position: 0 })),
    ),
  );
  await execute(
    client,
    query('readmodel.generations').insert({ number: added.number, shape, status: 'building', partitions }),
  );
  return added;
}

/**
 * Within the caller's transaction: `next` is the live generation, and the views of its shape stand on it; the one that was live is retired, so that nobody
 * applies to it any more. Its tables stay until dropGeneration, and so do the views on it where it is of another shape. Throws when `next` was dropped:
 * whoever was filling it had lost the lock, and another process has begun anew.
 */
export async function goLive(client: Queryable, next: Generation): Promise<void> {
  const before = await liveGeneration(client);
  if (before !== undefined) {
    await client.query(inGeneration(RETIRE, before));
    await execute(client, query('readmodel.generations').where({ number: before.number }).delete());
  }
  const live = await execute(
    client,
    query('readmodel.generations').where({ number: next.number, status: 'building' }).update({ status: 'live' }),
  );
  if (live !== 1) throw new Error(`generation ${next.number} of the read models was dropped while it was being filled`);
  await makeViews(client, next);
}

async function makeViews(client: Queryable, { schema, shape }: Generation): Promise<void> {
  await client.query(makeViewsOf(viewsOf(shape), schema, GENERATION_VIEWS));
}

/**
 * With the views on it. Does nothing to the generation that is live. Throws when somebody who reads it does not let go of it within `lockTimeoutMs`; then
 * nothing has changed.
 */
export async function dropGeneration(
  db: Database,
  { number, schema }: Schema,
  lockTimeoutMs = DROP_LOCK_TIMEOUT_MS,
): Promise<void> {
  await inTransaction(db, async (client) => {
    await client.query(lockTimeout(lockTimeoutMs));
    // Its row is locked first: a process that is making it live at this moment either has, or cannot any more.
    const row = await maybeRow<{ status: string }>(
      client,
      query('readmodel.generations').select('status').where({ number }).forUpdate(),
    );
    if (row?.status === 'live') return;
    await client.query(dropSchema(schema));
    await execute(client, query('readmodel.generations').where({ number }).delete());
  });
}

/** Schemas of generations that are not live: retired, or left unfinished. */
export async function leftOverGenerations(db: Queryable): Promise<readonly Schema[]> {
  const found = await rows<{ name: string }>(db, query.raw(LEFT_OVER));
  return found.map(({ name }) => schemaOf(Number(name.slice('rm_v'.length))));
}
