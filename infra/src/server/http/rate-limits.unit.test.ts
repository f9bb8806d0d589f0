import { describe, expect, it } from '@jest/globals';
import { BoundedStore } from './rate-limits.ts';

describe('counts of calls by address', () => {
  it('are kept for a bounded number of addresses, and begin anew beyond it', async () => {
    const store = new BoundedStore(3);
    store.init({ windowMs: 60_000 } as Parameters<BoundedStore['init']>[0]);
    for (const address of ['a', 'a', 'b', 'c']) await store.increment(address);
    expect(await store.get('a')).toMatchObject({ totalHits: 2 });
    expect(await store.increment('d')).toMatchObject({ totalHits: 1 });
    expect(await store.get('a')).toBeUndefined();
    expect(store.current.size + store.previous.size).toBe(1);
    store.shutdown();
  });
});
