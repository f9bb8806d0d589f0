import { describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { LEDGER_STREAM } from './events.ts';
import { founded, foundLedger } from './founding-stream.ts';

const [ONE, OTHER] = ['2f1c2b0e-7a52-4f0e-9d0b-3a8f4f6d1c11', '7c9e6679-7425-40de-944b-e07fc1f90ae7'];

describe('the founding of a ledger', () => {
  it('is one event, which names the installation', async () => {
    const store = new MemoryEventStore();
    expect(await founded(store)).toBeUndefined();
    expect(await foundLedger(store, ONE, 1_000)).toBe(ONE);
    expect(await founded(store)).toBe(ONE);
    expect(await store.readStream(LEDGER_STREAM, 0 as never, 10)).toMatchObject([
      { type: 'LedgerFounded', data: `{"installationId":"${ONE}"}`, metadata: { actor: 'ledgate', schema: '1' } },
    ]);
  });

  it('is the first one for ever: whoever comes later, or at the same time, reads that', async () => {
    const store = new MemoryEventStore();
    const [first, second] = await Promise.all([foundLedger(store, ONE, 1_000), foundLedger(store, OTHER, 1_000)]);
    expect(first).toBe(second);
    expect(await foundLedger(store, OTHER, 2_000)).toBe(first);
    expect(await store.readStream(LEDGER_STREAM, 0 as never, 10)).toHaveLength(1);
  });
});
