import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import type { Position } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import type { Generation } from '../schema/generations.ts';
import { applyBatch, type BatchOutcome, type PreparedBatch, prepareBatch } from './apply-batch.ts';

export type BatchesToApply = {
  readonly client: PoolClient;
  readonly generation: Generation;
  /** Of one partition. */
  readonly batches: AsyncIterable<FeedBatch>;
  /** What has been applied before the first of them. */
  readonly start: Position;
  readonly applied: (batch: FeedBatch, position: Position) => void;
};

/** Applies batches in order; one is written while the next is fetched and folded. Ends early when one cannot be applied: retired, or a gap. */
export async function applyAll({ client, generation, batches, start, applied }: BatchesToApply): Promise<void> {
  const finish = async ({ batch }: PreparedBatch, writing: Promise<BatchOutcome>): Promise<boolean> => {
    const result = await writing;
    if (result.outcome === 'applied') applied(batch, result.position);
    return result.outcome === 'applied';
  };
  let after = start;
  let previous: Promise<boolean> = Promise.resolve(true);
  try {
    for await (const batch of batches) {
      const prepared = prepareBatch(batch, after);
      after = prepared.last;
      if (!(await previous)) return;
      previous = finish(prepared, applyBatch(client, generation, prepared));
      previous.catch(() => undefined);
    }
  } finally {
    await previous;
  }
}
