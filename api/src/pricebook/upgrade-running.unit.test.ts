import { describe, expect, it } from '@jest/globals';
import { gatedStore } from '@ledgate/domain/events/ledger-gate';
import { START } from '@ledgate/domain/ports/event-store';
import { builtInCatalogue } from '@ledgate/domain/pricebook/catalogue-stream';
import { MemoryEventStore } from '@ledgate/domain/testing/memory-event-store';
import { priceBookHandlers } from './handlers.ts';

/** PUT /api/pricebook while an upgrade runs, and what the ledger has then. */
async function changed(changes: object) {
  const store = new MemoryEventStore();
  const { change } = priceBookHandlers({ store: gatedStore(store, { number: 1 }) } as never);
  const body = { changes, reason: 'a reason', starts_at: undefined };
  const answer = await change({ body, caller: { id: 1 }, nowMs: Date.now(), requestId: 'r' } as never);
  return { answer, written: (await store.readAll(START, 10)).map(({ type }) => type) };
}

const refusal = { answer: { ok: false, problem: { code: 'upgrade_running' } }, written: [] };

describe('a change of the price book while an upgrade runs', () => {
  it('is refused where the release before could not read it', async () => {
    expect(await changed({ prices: { m: { input: '1' } } })).toMatchObject(refusal);
  });

  it('is refused too where it names a catalogue, which that release knows nothing of', async () => {
    expect(await changed({ builtIn: { rules: 2, catalogue: builtInCatalogue().digest } })).toMatchObject(refusal);
  });
});
