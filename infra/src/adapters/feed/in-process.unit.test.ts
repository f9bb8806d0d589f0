import { describe, expect, it } from '@jest/globals';
import type { FeedBatch } from '@ledgate/domain/ports/event-feed';
import {
  type EventToAppend,
  NO_STREAM,
  type Position,
  type Revision,
  START,
  StoreUnavailable,
} from '@ledgate/domain/ports/event-store';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { InProcessFeed } from './in-process.ts';

const events = (from: number, count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, index) => ({
    id: eventIdOf('feed', from + index),
    type: 'TillClosed',
    data: '{}',
    metadata: {},
  }));

async function storeWith(count: number): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  if (count > 0) await store.append('till-1', NO_STREAM, events(0, count));
  return store;
}

/** The positions of the first `batches` batches, each batch as a list. */
async function take(
  feed: AsyncIterable<FeedBatch>,
  batches: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<number[][]> {
  const taken: number[][] = [];
  for await (const batch of feed) {
    taken.push(batch.events.map(({ position }) => position));
    if (taken.length === batches) break;
    await between();
  }
  return taken;
}

describe('the in-process feed', () => {
  const options = () => ({ batchEventsMax: 4, signal: new AbortController().signal });

  it('gives every event after a position, in order, in batches of at most so many', async () => {
    const feed = new InProcessFeed(await storeWith(10));
    expect(await take(feed.batches(1 as Position, options()), 3)).toEqual([[2, 3, 4, 5], [6, 7, 8, 9], [10]]);
  });

  it('says whether more stands behind a batch', async () => {
    const feed = new InProcessFeed(await storeWith(6));
    const more: boolean[] = [];
    for await (const batch of feed.batches(START, options())) {
      more.push(batch.more);
      if (more.length === 2) break;
    }
    expect(more).toEqual([true, false]);
  });

  it('goes on with what is appended later, also while a batch is being applied', async () => {
    const store = await storeWith(1);
    let appended = 1;
    const next = async (): Promise<void> => {
      await store.append('till-1', (appended - 1) as Revision, events(appended, 1));
      appended += 1;
    };
    expect(await take(new InProcessFeed(store).batches(START, options()), 3, next)).toEqual([[1], [2], [3]]);
  });

  it('finds by polling what another process has appended', async () => {
    const store = await storeWith(0);
    const deaf = { readAll: store.readAll.bind(store), onAppended: () => () => undefined };
    const reading = take(new InProcessFeed(deaf).batches(START, options()), 1);
    await store.append('till-1', NO_STREAM, events(0, 1));
    expect(await reading).toEqual([[1]]);
  });

  it('ends, and stops listening, when the signal aborts', async () => {
    const store = await storeWith(0);
    let listeners = 0;
    const counted = {
      readAll: store.readAll.bind(store),
      onAppended: (wake: () => void) => {
        const end = store.onAppended(wake);
        listeners += 1;
        return () => {
          listeners -= 1;
          end();
        };
      },
    };
    const ended = new AbortController();
    const reading = take(new InProcessFeed(counted).batches(START, { batchEventsMax: 4, signal: ended.signal }), 1);
    ended.abort();
    expect(await reading).toEqual([]);
    expect(listeners).toBe(0);
  });

  it('throws when the store is away, also when that shows while a batch is being applied', async () => {
    const store = await storeWith(8);
    let reads = 0;
    const away = {
      onAppended: () => () => undefined,
      readAll: async (after: Position, limit: number) => {
        if ((reads += 1) > 1) throw new StoreUnavailable('away');
        return store.readAll(after, limit);
      },
    };
    const seen: number[][] = [];
    await expect(
      (async () => {
        for await (const { events: batch } of new InProcessFeed(away).batches(START, options()))
          seen.push(batch.map(({ position }) => position));
      })(),
    ).rejects.toThrow(StoreUnavailable);
    expect(seen).toEqual([[1, 2, 3, 4]]);
  });
});
