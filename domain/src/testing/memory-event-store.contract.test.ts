import { describe, expect, it } from '@jest/globals';
import { START } from '../ports/event-store.ts';
import { eventStoreContract } from './event-store-contract.ts';
import { MemoryEventStore } from './memory-event-store.ts';

eventStoreContract('memory', async () => ({ store: new MemoryEventStore(), close: async () => {} }));

describe('an empty memory event store', () => {
  it('has its head at the start', async () => {
    expect(await new MemoryEventStore().head()).toBe(START);
  });
});
