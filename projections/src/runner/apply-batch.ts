import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import type { Generation } from '../schema/generations.ts';
import { BatchWriter } from './batch-writer.ts';
import { CORE_PROJECTIONS } from './core-projections.ts';
import { ProjectionFault } from './failures.ts';
import type { BatchPart } from './projection.ts';

/** A batch folded in memory, so that this can happen while the one before is still being written. */
export type PreparedBatch = {
  readonly batch: FeedBatch;
  /** The events are those after this position. */
  readonly after: Position;
  readonly last: Position;
  readonly parts: readonly BatchPart[];
};

/** Decodes each event once and gives it to every projection. Throws ProjectionFault. */
export function prepareBatch(batch: FeedBatch, after: Position): PreparedBatch {
  const parts = CORE_PROJECTIONS.map((projection) => projection.begin());
  let last = after;
  for (const stored of batch.events) {
    if (stored.position <= after) continue;
    if (stored.position <= last) throw new ProjectionFault(`position ${stored.position} came after ${last}`, stored, undefined);
    last = stored.position;
    addTo(parts, stored);
  }
  return { batch, after, last, parts };
}

function addTo(parts: readonly BatchPart[], stored: RecordedEvent): void {
  const { position, stream, type } = stored;
  let projection = 'decode';
  try {
    const recorded: Recorded = decode(stored);
    parts.forEach((part, index) => {
      projection = CORE_PROJECTIONS[index]?.name ?? '';
      part.add(recorded);
    });
  } catch (error) {
    throw new ProjectionFault(`${projection}: ${error instanceof Error ? error.message : String(error)}`, { position, stream, type }, error);
  }
}

export type BatchOutcome =
  | { readonly outcome: 'applied'; readonly position: Position }
  /** The generation is no longer the live one. Nothing was written. */
  | { readonly outcome: 'retired' }
  /** The feed left out what stands between the checkpoint and the batch. Nothing was written. */
  | { readonly outcome: 'gap'; readonly position: Position };

/**
 * Applies a batch in one transaction with its checkpoint, whose row is locked first: what was applied already is dropped, so that a batch that
 * is delivered again, or by two projectors at once, has its effect once. Commits without waiting for the disk: after a crash of Postgres the
 * checkpoint has gone back together with the rows, and the events are applied again.
 */
export async function applyBatch(client: PoolClient, generation: Generation, prepared: PreparedBatch): Promise<BatchOutcome> {
  const { partition, previous } = prepared.batch;
  const checkpoint = await lockCheckpoint(client, generation, partition);
  try {
    if (checkpoint.retired) return await nothing(client, { outcome: 'retired' });
    const { position } = checkpoint;
    if (previous !== undefined && previous > position) return await nothing(client, { outcome: 'gap', position });
    const todo = position === prepared.after ? prepared : prepareBatch(prepared.batch, position);
    if (todo.last <= position) return await nothing(client, { outcome: 'applied', position });
    const writer = new BatchWriter(client, generation);
    for (const part of todo.parts) await part.write(writer);
    await client.query(`update ${generation.schema}.checkpoints set position = ${todo.last} where partition = ${partition}; commit`);
    writer.committed();
    return { outcome: 'applied', position: todo.last };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function nothing<Outcome extends BatchOutcome>(client: PoolClient, outcome: Outcome): Promise<Outcome> {
  await client.query('rollback');
  return outcome;
}

/** Begins the transaction. A partition that the generation has no row for is a bug of the configuration. */
async function lockCheckpoint(client: PoolClient, { schema }: Generation, partition: number): Promise<{ position: Position; retired: boolean }> {
  const results: unknown = await client.query(`begin; set local synchronous_commit to off;
    select position, retired from ${schema}.checkpoints where partition = ${partition} for update`);
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  const [row] = (last as { rows: { position: string; retired: boolean }[] }).rows;
  if (row === undefined) throw new ProjectionFault(`no checkpoint of partition ${partition} in ${schema}`, undefined, undefined);
  return { position: Number(row.position) as Position, retired: row.retired };
}
