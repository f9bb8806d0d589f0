import { decode, type Recorded } from '@ledgate/domain/events/codec';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import type { Position, RecordedEvent } from '@ledgate/domain/ports/event-store';
import { CORE_PROJECTIONS } from './core-projections.ts';
import { ProjectionFault } from './failures.ts';
import type { BatchPart } from './projection.ts';

/** Of one partition: the events of a batch after what has been applied. */
export type PreparedBatch = {
  readonly batch: FeedBatch;
  /** What is prepared are the events after this position. */
  readonly after: Position;
  /** What will have been applied. */
  readonly end: Position;
  /** Append time of its first event, Unix milliseconds; undefined without events. */
  readonly oldestAtMs: number | undefined;
  /** Why the events from its end on are not in it. */
  readonly fault: ProjectionFault | undefined;
};

/** Batches of different partitions folded in memory, so that this can happen while those before are still being written. */
export type Prepared = { readonly batches: readonly PreparedBatch[]; readonly parts: readonly BatchPart[] };

/**
 * Decodes each event once and gives it to every projection. A batch with an event that a projection refuses ends before it; the others are
 * whole.
 *
 * @param batches at most one of each partition
 * @param after what has been applied of a partition
 */
export function prepare(batches: readonly FeedBatch[], after: (partition: number) => Position): Prepared {
  const faults = new Map<number, ProjectionFault>();
  for (;;) {
    const parts = CORE_PROJECTIONS.map((projection) => projection.begin());
    const prepared = batches.map((batch) =>
      prepareBatch(batch, after(batch.partition), parts, faults.get(batch.partition)),
    );
    const refused = prepared.filter(({ batch, fault }) => fault !== faults.get(batch.partition));
    if (refused.length === 0) return { batches: prepared, parts };
    // The refused event is in some of the parts: they are made again without it.
    for (const { batch, fault } of refused) if (fault !== undefined) faults.set(batch.partition, fault);
  }
}

/** @param known the event that is known to be refused */
function prepareBatch(
  batch: FeedBatch,
  after: Position,
  parts: readonly BatchPart[],
  known: ProjectionFault | undefined,
): PreparedBatch {
  let end = after;
  let oldestAtMs: number | undefined;
  try {
    for (const stored of batch.events) {
      if (stored.position <= after) continue;
      if (known !== undefined && stored.position === known.event?.position) throw known;
      if (stored.position <= end)
        throw new ProjectionFault(`position ${stored.position} came after ${end}`, placeOf(stored), undefined);
      addTo(parts, stored);
      oldestAtMs ??= Date.parse(stored.recordedAt);
      end = stored.position;
    }
  } catch (error) {
    if (!(error instanceof ProjectionFault)) throw error;
    return { batch, after, end, oldestAtMs, fault: error };
  }
  const { through = end } = batch;
  return { batch, after, end: Math.max(end, through) as Position, oldestAtMs, fault: undefined };
}

function addTo(parts: readonly BatchPart[], stored: RecordedEvent): void {
  let projection = 'decode';
  try {
    const recorded: Recorded = decode(stored);
    parts.forEach((part, index) => {
      projection = CORE_PROJECTIONS[index]?.name ?? '';
      part.add(recorded);
    });
  } catch (error) {
    throw new ProjectionFault(
      `${projection}: ${error instanceof Error ? error.message : String(error)}`,
      placeOf(stored),
      error,
    );
  }
}

const placeOf = ({ position, stream, type }: RecordedEvent): { position: number; stream: string; type: string } => ({
  position,
  stream,
  type,
});
