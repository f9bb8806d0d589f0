import { describe, expect, it } from '@jest/globals';
import type { EventContext } from '../events/codec.ts';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { userId } from '../shared/ids.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { changePriceBook, currentPriceBook } from './pricebook-stream.ts';

const context = (commandId: string): EventContext => ({
  commandId,
  correlationId: 'c',
  occurredAtMs: 0,
  actor: 'user-1',
});
const actorId = userId(1);

describe("the price book's stream", () => {
  it('is the built-in book until one is published', async () => {
    const store = new MemoryEventStore();
    expect(await currentPriceBook(store)).toEqual(defaultPriceBook());
    await changePriceBook(store, { type: 'PublishDefaults' }, context('first'));
    expect(await currentPriceBook(store)).toEqual(defaultPriceBook());
    expect(await changePriceBook(store, { type: 'PublishDefaults' }, context('again'))).toMatchObject({
      ok: true,
      events: [],
    });
  });

  it('takes parallel saves of different options', async () => {
    const store = new MemoryEventStore();
    const saves = await Promise.all([
      changePriceBook(store, { type: 'PublishPrices', options: { ModelPrice: '{"a":1}' }, actorId }, context('a')),
      changePriceBook(store, { type: 'PublishPrices', options: { GroupRatio: '{"b":2}' }, actorId }, context('b')),
      changePriceBook(store, { type: 'PublishPrices', options: { QuotaPerUnit: '3' }, actorId }, context('c')),
    ]);
    expect(saves.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await currentPriceBook(store)).toMatchObject({
      version: 4,
      modelPrice: { a: '1' },
      groupRatio: { b: '2' },
      quotaPerUnit: '3',
    });
  });

  it('stays as it was when a save is refused', async () => {
    const store = new MemoryEventStore();
    const refused = await changePriceBook(
      store,
      { type: 'PublishPrices', options: { ModelPrice: '{"a":-1}' }, actorId },
      context('a'),
    );
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'price_invalid', field: 'ModelPrice.a' } });
    expect(await store.head()).toBe(0);
  });
});
