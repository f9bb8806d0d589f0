import { partitionOf } from '@ledgate/domain/events/partition-of';
import { type EventStore, type Position, type RecordedEvent, START } from '@ledgate/domain/ports/event-store';
import { HEALTH_EVENTS_MAX } from '../limits.ts';
import { liveCheckpoints } from '../schema/checkpoints.ts';
import type { Queryable } from '../shared/database.ts';

/** One partition of the live read models, whichever process applies its events. */
export type PartitionHealth = {
  readonly partition: number;
  readonly position: Position;
  /** Its events that are to come, exactly; undefined when more than HEALTH_EVENTS_MAX events of all partitions are. */
  readonly behind: number | undefined;
  /** Seconds since the oldest of them was appended, 0 when there is none; at most so many where `behind` is not known. */
  readonly lagSeconds: number;
};

/** How far the read models are, whichever processes apply the events. */
export type ReadModelHealth = {
  readonly generation: number;
  /** Of the partition that is furthest behind. */
  readonly position: Position;
  readonly head: Position;
  /** head - position: about the number of events to come, where the store's positions have no gaps. */
  readonly behind: number;
  readonly partitions: readonly PartitionHealth[];
};

const furthestBehind = (positions: readonly Position[]): Position =>
  positions.length === 0 ? START : (Math.min(...positions) as Position);

/** The last position up to which everything can be read, in every partition. */
export const livePosition = async (db: Queryable): Promise<Position> =>
  furthestBehind((await liveCheckpoints(db)).positions);

/** Reads at most HEALTH_EVENTS_MAX events, and one more for each partition. Throws StoreUnavailable. */
export async function readModelHealth(
  db: Queryable,
  store: Pick<EventStore, 'head' | 'readAll'>,
  nowMs: number,
): Promise<ReadModelHealth> {
  const { generation, positions } = await liveCheckpoints(db);
  const position = furthestBehind(positions);
  const head = await store.head();
  const toCome = position < head ? await store.readAll(position, HEALTH_EVENTS_MAX) : [];
  const known = toCome.length < HEALTH_EVENTS_MAX;
  const ageOf = ({ recordedAt }: RecordedEvent): number => Math.max(0, nowMs - Date.parse(recordedAt)) / 1_000;
  const partitions = await Promise.all(
    positions.map(async (at, partition): Promise<PartitionHealth> => {
      const own = toCome.filter((event) => event.position > at && partitionOf(event, positions.length) === partition);
      const oldest = own[0] ?? (known || at >= head ? undefined : (await store.readAll(at, 1))[0]);
      return {
        partition,
        position: at,
        behind: known ? own.length : undefined,
        lagSeconds: oldest === undefined ? 0 : ageOf(oldest),
      };
    }),
  );
  return { generation, position, head, behind: Math.max(0, head - position), partitions };
}
