import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import { type Position, START } from '@ledgate/domain/ports/event-store';

/** Up to where a batch tells of its partition. */
export const endOf = ({ events, through }: Pick<FeedBatch, 'events' | 'through'>): Position =>
  through ?? events.at(-1)?.position ?? START;

/**
 * Two batches of one partition as one, what both have once; undefined where something is, or may be, missing between them.
 */
export function joined(first: FeedBatch, second: FeedBatch): FeedBatch | undefined {
  const end = endOf(first);
  if (second.previous !== undefined && second.previous > end) return undefined;
  const events = second.events.filter(({ position }) => position > end);
  return {
    partition: first.partition,
    events: [...first.events, ...events],
    previous: first.previous,
    through: Math.max(end, endOf(second)) as Position,
    more: second.more,
  };
}
