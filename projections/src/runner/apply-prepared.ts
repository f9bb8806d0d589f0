import type { Position } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import type { Generation } from '../schema/generations.ts';
import { notUndone } from '../shared/database.ts';
import { BatchWriter } from './batch-writer.ts';
import { CORE_PROJECTIONS } from './core-projections.ts';
import { ofWriting, ProjectionFault } from './failures.ts';
import { prepare, type Prepared, type PreparedBatch } from './prepared.ts';
import type { BatchPart } from './projection.ts';
import { lockCheckpointsOf, storePositions } from './sql.ts';

export type Outcome =
  /** As they were applied: of a batch that was prepared behind another position than its partition stood at, anew. */
  | { readonly outcome: 'applied'; readonly batches: readonly PreparedBatch[] }
  /** The generation is no longer the live one. Nothing was written. */
  | { readonly outcome: 'retired' }
  /** The feed left out what stands between these partitions' checkpoints and their batches. Nothing was written. */
  | { readonly outcome: 'gap'; readonly positions: ReadonlyMap<number, Position> };

/**
 * Applies batches of different partitions in one transaction with their checkpoints, whose rows are locked first, in their order: what was applied
 * already is dropped, so that a batch that is delivered again, or by two projectors at once, has its effect once. Commits without waiting for
 * the disk: after a crash of Postgres the checkpoints have gone back together with the rows, and the events are applied again.
 */
export async function applyPrepared(client: PoolClient, generation: Generation, prepared: Prepared): Promise<Outcome> {
  try {
    const checkpoints = await lockCheckpoints(
      client,
      generation,
      prepared.batches.map(({ batch }) => batch.partition),
    );
    if (checkpoints.retired) return await nothing(client, { outcome: 'retired' });
    const at = (partition: number): Position => positionIn(checkpoints.positions, partition, generation);
    const gaps = prepared.batches.filter(
      ({ batch: { partition, previous } }) => previous !== undefined && previous > at(partition),
    );
    if (gaps.length > 0)
      return await nothing(client, {
        outcome: 'gap',
        positions: new Map(gaps.map(({ batch: { partition } }) => [partition, at(partition)])),
      });
    const expected = prepared.batches.every(({ batch, after }) => after === at(batch.partition));
    const todo = expected
      ? prepared
      : prepare(
          prepared.batches.map(({ batch }) => batch),
          at,
        );
    const moved = todo.batches.filter(({ after, end }) => end > after);
    if (moved.length === 0) return await nothing(client, { outcome: 'applied', batches: todo.batches });
    const writer = new BatchWriter(client, generation);
    for (const [index, part] of todo.parts.entries()) await written(part, index, writer);
    await client.query(
      storePositions(
        generation.schema,
        moved.map(({ batch, end }) => [batch.partition, end]),
      ),
    );
    writer.committed();
    return { outcome: 'applied', batches: todo.batches };
  } catch (error) {
    await notUndone(client, error);
    throw error;
  }
}

/** Throws ProjectionFault where the projection's own code threw: of what Postgres throws, its state says whether the rows caused it. */
async function written(part: BatchPart, index: number, writer: BatchWriter): Promise<void> {
  try {
    await part.write(writer);
  } catch (error) {
    throw ofWriting(CORE_PROJECTIONS[index]?.name ?? '', error);
  }
}

async function nothing<Some extends Outcome>(client: PoolClient, outcome: Some): Promise<Some> {
  await client.query('rollback');
  return outcome;
}

type Checkpoints = { readonly positions: ReadonlyMap<number, Position>; readonly retired: boolean };

/** Begins the transaction. */
async function lockCheckpoints(
  client: PoolClient,
  { schema }: Generation,
  partitions: readonly number[],
): Promise<Checkpoints> {
  const results: unknown = await client.query(lockCheckpointsOf(schema, partitions));
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  const { rows } = last as { rows: { partition: number; position: string; retired: boolean }[] };
  return {
    positions: new Map(rows.map(({ partition, position }) => [partition, Number(position) as Position])),
    retired: rows.some(({ retired }) => retired),
  };
}

/** A partition that the generation has no row for is a bug of the configuration. */
function positionIn(positions: ReadonlyMap<number, Position>, partition: number, { schema }: Generation): Position {
  const position = positions.get(partition);
  if (position === undefined)
    throw new ProjectionFault(`no checkpoint of partition ${partition} in ${schema}`, undefined, undefined);
  return position;
}
