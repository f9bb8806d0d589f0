import { describe, expect, it } from '@jest/globals';
import { BoundedStore, secondsLeft } from './rate-limits.ts';

describe('when a limit takes calls again', () => {
  it.each([
    [new Date(61_500), 62],
    [new Date(999), 1],
    [new Date(900_000), 180],
    [undefined, 180],
  ])('%j is %d s away at 0', (end, seconds) => expect(secondsLeft(end, 180, 0)).toBe(seconds));
});

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
