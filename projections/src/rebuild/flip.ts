import { type Position, START } from '@ledgate/domain/ports/event-store';
import type { PoolClient } from 'pg';
import { FLIP_ATTEMPTS_MAX, FLIP_LOCK_TIMEOUT_MS, FLIP_PAUSE_MS } from '../limits.ts';
import { pause } from '../shared/pause.ts';
import { lockPositions, appliedPositions } from '../schema/checkpoints.ts';
import { type Generation, goLive } from '../schema/generations.ts';
import { type Database, inTransaction } from '../shared/database.ts';
import { lockTimeout } from '../shared/sql.ts';

type Flip = {
  readonly pool: Database;
  readonly builder: PoolClient;
  readonly before: Generation;
  readonly next: Generation;
  /** Applies events to `next` up to a position, by `builder`. */
  readonly advance: (upTo: Position) => Promise<void>;
};

const LOCK_NOT_AVAILABLE = '55P03';
const never = new AbortController().signal;

/**
 * Makes `next` the live generation while the checkpoints of `before` are locked, so that the live runners stand between two batches: what has been
 * applied of any partition, `next` has too when the views move, and nobody ever reads a position that goes back, however many partitions either
 * has. A reader that holds a view is not waited for long, since others would queue behind: the whole is tried again. Answers the position of `next`.
 */
export async function flip({ pool, builder, before, next, advance }: Flip): Promise<Position> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(pool, async (client) => {
        await client.query(lockTimeout(FLIP_LOCK_TIMEOUT_MS));
        await advance(latest(await lockPositions(client, before)));
        await goLive(client, next);
      });
      return latest(await appliedPositions(builder, next));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === FLIP_ATTEMPTS_MAX) throw error;
    }
    await pause(FLIP_PAUSE_MS, never);
  }
}

const latest = (positions: readonly Position[]): Position => Math.max(START, ...positions) as Position;
