import { decode } from '@ledgate/domain/events/codec';
import { type EventStore, type Position, START } from '@ledgate/domain/ports/event-store';
import { postings } from '@ledgate/domain/postings/postings';

const PAGE_EVENTS = 500;

/**
 * The latest second at which the first period may begin, so that it leaves out nothing that was posted: not after the first event, and not after the first
 * one that posts, whatever its writer's clock said. undefined: there is no event. Throws StoreUnavailable.
 */
export async function latestFirstStart(store: Pick<EventStore, 'readAll'>): Promise<number | undefined> {
  let firstMs = Infinity;
  for (let after: Position = START; ;) {
    const page = await store.readAll(after, PAGE_EVENTS);
    for (const [index, stored] of page.entries()) {
      const recorded = decode(stored);
      const isFirst = after === START && index === 0;
      const posts = postings(recorded).length > 0;
      if (isFirst || posts) firstMs = Math.min(firstMs, recorded.atMs);
      if (posts) return Math.floor(firstMs / 1_000);
    }
    const last = page.at(-1);
    if (last === undefined) return firstMs === Infinity ? undefined : Math.floor(firstMs / 1_000);
    after = last.position;
  }
}
