import { eventFeedContract } from '@ledgate/domain/testing/event-feed-contract';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { InProcessFeed } from './in-process.ts';

eventFeedContract('in process', async () => {
  const store = new MemoryEventStore();
  return { store, feed: new InProcessFeed(store), partitions: 1, close: async () => undefined };
});
