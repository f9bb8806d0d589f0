import type { EventStore, Position } from '@ledgate/domain/ports/event-store';
import { oneRow, type Queryable } from '../shared/database.ts';
import { query } from '../shared/query.ts';

/** How far the read models are, whichever process applies the events. */
export type ReadModelHealth = {
  readonly generation: number;
  /** Of the partition that is furthest behind. */
  readonly position: Position;
  readonly head: Position;
  /** head - position: about the number of events to come. */
  readonly behind: number;
};

/** The last position that can be read in every partition. */
export async function livePosition(db: Queryable): Promise<Position> {
  return (await oneRow<{ position: number }>(db, query.raw('select coalesce(min(position), 0)::bigint as position from readmodel.checkpoints'))).position as Position;
}

/** Throws StoreUnavailable. */
export async function readModelHealth(db: Queryable, store: Pick<EventStore, 'head'>): Promise<ReadModelHealth> {
  const { generation, position } = await oneRow<{ generation: number; position: number }>(db, query.raw(`
    select (select number from readmodel.generations where status = 'live') as generation, coalesce(min(position), 0)::bigint as position
    from readmodel.checkpoints`));
  const head = await store.head();
  return { generation, position: position as Position, head, behind: Math.max(0, head - position) };
}
