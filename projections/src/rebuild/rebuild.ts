import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import type { Log } from '@ledgate/domain/ports/log';
import { DROP_LOCK_TIMEOUT_MS, PROGRESS_EVERY_EVENTS, REBUILD_BATCH_EVENTS_MAX, REBUILD_NEAR_EVENTS, REBUILD_ROUNDS_MAX } from '../limits.ts';
import { applyAll } from '../runner/apply-all.ts';
import { byPartition } from '../runner/by-partition.ts';
import { positionsOf } from '../schema/checkpoints.ts';
import { GENERATION_VIEWS, generationIndexes } from '../schema/generation-tables.ts';
import { addGeneration, dropGeneration, type Generation, inGeneration, leftOverGenerations, liveGeneration } from '../schema/generations.ts';
import { type Database, oneRow } from '../shared/database.ts';
import { pagesOf } from '../shared/pages.ts';
import { query } from '../shared/query.ts';
import type { Finding } from '../verify/finding.ts';
import { verify } from '../verify/verify.ts';
import { flip } from './flip.ts';

export type RebuildOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'head'>;
  readonly pool: Database;
  readonly log: Log;
  /** Of the feed that will go on with what was built; as many as now when not given. */
  readonly partitions?: number;
  /** Off only where the caller verifies himself: benchmarks. */
  readonly verified?: boolean;
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

/** Any number: one rebuild at a time on one database. */
const REBUILD_LOCK = 7_160_333;

/**
 * Fills the next generation of read models from the ledger's first event beside the live one, which goes on meanwhile, builds its indexes,
 * verifies it, and flips the views in one transaction; the live runner goes over by itself if it has as many partitions. The store is read in
 * its own order, and each page noted in every partition's checkpoint. Throws RebuildRefused, StoreUnavailable, or when
 * another rebuild is under way; then nothing has changed.
 */
export async function rebuild({ store, pool, log, partitions, verified = true }: RebuildOptions): Promise<Rebuilt> {
  const client = await pool.connect();
  let broken = true;
  try {
    const { free } = await oneRow<{ free: boolean }>(client, query.raw('select pg_try_advisory_lock(?) as free', [REBUILD_LOCK]));
    if (!free) throw new Error('another rebuild is under way');
    const rebuilt = await rebuildAlone(client, { store, pool, log, verified }, partitions);
    await client.query(`select pg_advisory_unlock(${REBUILD_LOCK})`);
    broken = false;
    return rebuilt;
  } finally {
    // With its session the lock ends.
    client.release(broken);
  }
}

async function rebuildAlone(
  client: PoolClient, { store, pool, log, verified }: Required<Omit<RebuildOptions, 'partitions'>>, partitions: number | undefined,
): Promise<Rebuilt> {
  const before = await liveGeneration(client);
  if (before === undefined) throw new Error('there are no read models: they are made at start');
  for (const left of await leftOverGenerations(client)) await dropGeneration(client, left);
  const next = await addGeneration(client, partitions ?? before.partitions);
  try {
    log.info({ generation: next.number, partitions: next.partitions }, 'a new generation of read models is filled');
    await catchUp(client, next, store, log);
    await buildIndexes(client, next, log);
    await catchUp(client, next, store, log);
    const findings = verified ? await verify({ store, pool, generation: next }) : [];
    if (findings.length > 0) throw new RebuildRefused(findings);
    await comeNear(client, next, store, log);
    const position = await flip({ pool, builder: client, before, next, advance: (upTo) => advance(client, next, store, upTo, () => undefined) });
    log.info({ generation: next.number, position }, 'the new generation of read models is live');
    await dropOld(client, before, log);
    return { generation: next.number, position };
  } catch (error) {
    if ((await liveGeneration(pool))?.number !== next.number) await dropGeneration(pool, next).catch(() => undefined);
    throw error;
  }
}

/** In rounds, so that the flip has little left to do while the live runner waits for it. */
async function comeNear(client: PoolClient, next: Generation, store: RebuildOptions['store'], log: Log): Promise<void> {
  for (let round = 0; round < REBUILD_ROUNDS_MAX; round += 1) {
    if ((await store.head()) - (await positionOf(client, next)) <= REBUILD_NEAR_EVENTS) return;
    await catchUp(client, next, store, log);
  }
}

async function catchUp(client: PoolClient, next: Generation, store: RebuildOptions['store'], log: Log): Promise<void> {
  const head = await store.head();
  let said = 0;
  await advance(client, next, store, head, (position) => {
    if (position - said < PROGRESS_EVERY_EVENTS) return;
    said = position;
    log.info({ position, head }, 'read models are being rebuilt');
  });
}

async function advance(
  client: PoolClient, generation: Generation, store: RebuildOptions['store'], upTo: Position, onPosition: (position: Position) => void,
): Promise<void> {
  const start = await positionsOf(client, generation);
  await applyAll({
    client, generation, start, store: undefined, groups: groupsOf(store, generation, Math.min(...start) as Position, upTo),
    applied: ({ end }) => onPosition(end),
    refused: (_partition, _at, reason) => { throw reason; },
    stands: () => false,
    end: () => undefined,
  });
}

async function* groupsOf(store: RebuildOptions['store'], { partitions }: Generation, start: Position, upTo: Position): AsyncGenerator<readonly FeedBatch[]> {
  for await (const page of pagesOf(store, start, upTo, REBUILD_BATCH_EVENTS_MAX)) yield byPartition(page, partitions);
}

const positionOf = async (client: PoolClient, generation: Generation): Promise<Position> => Math.max(START, Math.min(...await positionsOf(client, generation))) as Position;

async function buildIndexes(client: PoolClient, next: Generation, log: Log): Promise<void> {
  log.info({ generation: next.number }, 'indexes are being built');
  await client.query("set maintenance_work_mem to '256MB'");
  for (const statement of generationIndexes) await client.query(inGeneration(statement, next));
  for (const table of GENERATION_VIEWS) await client.query(`analyze ${next.schema}.${table}`);
  await client.query('reset maintenance_work_mem');
}

/** Who still reads the old tables, verify for instance, may finish; then the next rebuild drops them. */
async function dropOld(client: PoolClient, before: Generation, log: Log): Promise<void> {
  try {
    await client.query(`set lock_timeout to ${DROP_LOCK_TIMEOUT_MS}`);
    await dropGeneration(client, before);
  } catch (error) {
    log.warn({ err: error, generation: before.number }, 'the generation before is still being read; the next rebuild drops it');
  } finally {
    await client.query('reset lock_timeout');
  }
}
