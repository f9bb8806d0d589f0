import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import type { Log } from '@ledgate/domain/ports/log';
import { PROGRESS_EVERY_EVENTS, REBUILD_BATCH_EVENTS_MAX, REBUILD_NEAR_EVENTS, REBUILD_ROUNDS_MAX } from '../limits.ts';
import { applyAll } from '../runner/apply-all.ts';
import { byPartition } from '../runner/by-partition.ts';
import { appliedPositions } from '../schema/checkpoints.ts';
import { GENERATION_VIEWS, generationIndexes } from '../schema/generation-tables.sql.ts';
import {
  addGeneration,
  dropGeneration,
  type Generation,
  inGeneration,
  leftOverGenerations,
  liveGeneration,
} from '../schema/generations.ts';
import { GENERATION_SHAPE } from '../schema/shape.ts';
import type { Database } from '../shared/database.ts';
import { pagesOf } from '../shared/pages.ts';
import type { Finding } from '../verify/finding.ts';
import { verify } from '../verify/verify.ts';
import { flip } from './flip.ts';
import { rebuildingAlone } from './rebuild-lock.ts';
import { analyze, MORE_MEMORY, USUAL_MEMORY } from './sql.ts';

const never = new AbortController().signal;

type RebuildOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream' | 'head'>;
  readonly pool: Database;
  readonly log: Log;
  /** Of the feed that will go on with what was built; as many as now when not given. */
  readonly partitions?: number;
  /** Off only where the caller verifies himself: benchmarks. */
  readonly verified?: boolean;
  /** Of what is built. */
  readonly shape?: number;
  /** Ends the rebuild early; what it throws then says nothing. */
  readonly signal?: AbortSignal;
};

export type Rebuilt = { readonly generation: number; readonly position: Position };

/** What was built does not agree with the ledger; the generation that was live stays. */
export class RebuildRefused extends Error {
  override readonly name = 'RebuildRefused';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(`the rebuilt read models differ from the ledger in ${findings.length} places; the live ones stay`);
    this.findings = findings;
  }
}

/**
 * Fills the next generation of read models from the ledger's first event beside the live one, which goes on meanwhile, builds its indexes,
 * verifies it, and makes it live in one transaction; the live runner goes over by itself if it has as many partitions, and is of its shape. The store is read
 * in its own order, and each page noted in every partition's checkpoint. Throws RebuildRefused, StoreUnavailable, or when
 * another rebuild is under way; then nothing has changed.
 */
export async function rebuild({
  store,
  pool,
  log,
  partitions,
  verified = true,
  shape = GENERATION_SHAPE,
  signal = never,
}: RebuildOptions): Promise<Rebuilt> {
  const rebuilt = await rebuildingAlone(pool, async (client) => {
    const before = await liveGeneration(client);
    if (before === undefined) throw new Error('there are no read models: they are made at start');
    return fillNext(client, before, {
      store,
      pool,
      log,
      verified,
      shape,
      signal,
      partitions: partitions ?? before.partitions,
    });
  });
  if (rebuilt === 'taken') throw new Error('another rebuild is under way');
  return rebuilt;
}

type Filling = Required<RebuildOptions>;

/** For the holder of the rebuild lock, on his session. Also clears away what is left of earlier ones. */
export async function fillNext(client: PoolClient, before: Generation, filling: Filling): Promise<Rebuilt> {
  const { store, pool, log, partitions, verified, shape, signal } = filling;
  for (const left of await leftOverGenerations(client)) await dropGeneration(pool, left);
  const next = await addGeneration(client, partitions, shape);
  try {
    log.info({ generation: next.number, partitions: next.partitions }, 'a new generation of read models is filled');
    await catchUp(client, next, filling);
    await buildIndexes(client, next, log);
    await catchUp(client, next, filling);
    const findings = verified
      ? await verify({ store, pool, generation: next, onProgress: () => signal.throwIfAborted() })
      : [];
    if (findings.length > 0) throw new RebuildRefused(findings);
    await comeNear(client, next, filling);
    const position = await flip({
      pool,
      builder: client,
      before,
      next,
      advance: (upTo) => advance(client, next, filling, upTo, () => undefined),
    });
    log.info({ generation: next.number, position }, 'the new generation of read models is live');
    // Of another shape it is what processes of the other release read until they end.
    if (before.shape === next.shape) await dropOld(pool, before, log);
    return { generation: next.number, position };
  } catch (error) {
    await dropGeneration(pool, next).catch(() => undefined);
    throw error;
  }
}

/** In rounds, so that the flip has little left to do while the live runner waits for it. */
async function comeNear(client: PoolClient, next: Generation, filling: Filling): Promise<void> {
  for (let round = 0; round < REBUILD_ROUNDS_MAX; round += 1) {
    if ((await filling.store.head()) - (await positionOf(client, next)) <= REBUILD_NEAR_EVENTS) return;
    await catchUp(client, next, filling);
  }
}

async function catchUp(client: PoolClient, next: Generation, filling: Filling): Promise<void> {
  const { store, log } = filling;
  const head = await store.head();
  let said = 0;
  await advance(client, next, filling, head, (position) => {
    if (position - said < PROGRESS_EVERY_EVENTS) return;
    said = position;
    log.info({ position, head }, 'read models are being rebuilt');
  });
}

async function advance(
  client: PoolClient,
  generation: Generation,
  filling: Filling,
  upTo: Position,
  onPosition: (position: Position) => void,
): Promise<void> {
  const start = await appliedPositions(client, generation);
  await applyAll({
    client,
    generation,
    start,
    store: undefined,
    groups: groupsOf(filling, generation, Math.min(...start) as Position, upTo),
    applied: ({ end }) => onPosition(end),
    refused: (_partition, _at, reason) => {
      throw reason;
    },
    stands: () => false,
    end: () => undefined,
  });
}

async function* groupsOf(
  { store, signal }: Filling,
  { partitions }: Generation,
  start: Position,
  upTo: Position,
): AsyncGenerator<readonly FeedBatch[]> {
  for await (const page of pagesOf(store, start, upTo, REBUILD_BATCH_EVENTS_MAX)) {
    signal.throwIfAborted();
    yield byPartition(page, partitions);
  }
}

const positionOf = async (client: PoolClient, generation: Generation): Promise<Position> =>
  Math.max(START, Math.min(...(await appliedPositions(client, generation)))) as Position;

async function buildIndexes(client: PoolClient, next: Generation, log: Log): Promise<void> {
  log.info({ generation: next.number }, 'indexes are being built');
  await client.query(MORE_MEMORY);
  for (const index of generationIndexes) await client.query(inGeneration(index, next));
  for (const table of GENERATION_VIEWS) await client.query(analyze(next.schema, table));
  await client.query(USUAL_MEMORY);
}

/** Who still reads the old tables, verify for instance, may finish; then the next rebuild drops them. */
async function dropOld(pool: Database, before: Generation, log: Log): Promise<void> {
  await dropGeneration(pool, before).catch((error: unknown) =>
    log.warn(
      { err: error, generation: before.number },
      'the generation before is still being read; the next rebuild drops it',
    ),
  );
}
