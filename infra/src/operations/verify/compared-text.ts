import type { Position } from '@ledgate/domain/ports/event-store';
import { HEALTH_EVENTS_MAX } from '@ledgate/projections/limits';
import type { ReadModelHealth } from '@ledgate/projections/queries/health';

/**
 * For people, after a look at the books: what of the ledger it was about. Nothing that stands behind the read models is compared with them.
 * @param upTo the furthest position that was applied when the look began
 * @param health as it is when the look is over
 */
export function comparedText(upTo: Position, { head, behind, partitions }: Omit<ReadModelHealth, 'position'>): string {
  const ends = `Compared up to position ${upTo}; the ledger ends at position ${head}`;
  if (head < upTo) return `${ends}: it is another ledger than that of the read models, or an older copy of it.\n`;
  const counts = partitions.map((partition) => partition.behind);
  const events = counts.reduce<number | undefined>(
    (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );
  if (events === 0)
    return head === upTo
      ? `${ends}, and the read models hold all of it.\n`
      : `${ends}. The read models hold all of it; what came meanwhile was not compared.\n`;
  const told =
    events === undefined ? `more than ${HEALTH_EVENTS_MAX} events (${behind} positions)` : `${events} events`;
  const ageSeconds = Math.ceil(Math.max(...partitions.map(({ lagSeconds }) => lagSeconds)));
  return `${ends}. The read models are ${told} behind it, the oldest ${ageSeconds} s old: those were not compared.\n`;
}
