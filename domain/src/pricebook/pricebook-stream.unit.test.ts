import { describe, expect, it } from '@jest/globals';
import { encode, type EventContext } from '../events/codec.ts';
import { NO_STREAM, type Revision } from '../ports/event-store.ts';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { userId } from '../shared/ids.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { PRICE_BOOK_STREAM, type PriceBookEvent } from './events.ts';
import { changePriceBook, currentPriceBook } from './pricebook-stream.ts';

const context = (commandId: string): EventContext => ({
  commandId,
  correlationId: 'c',
  occurredAtMs: 0,
  actor: 'user-1',
});
const NOW_MS = 1_795_000_000_000;
const actorId = userId(1);

describe("the price book's stream", () => {
  it('is the built-in book until one is published', async () => {
    const store = new MemoryEventStore();
    expect(await currentPriceBook(store, NOW_MS)).toEqual(defaultPriceBook());
    await changePriceBook(store, { type: 'PublishDefaults' }, context('first'));
    expect(await currentPriceBook(store, NOW_MS)).toEqual(defaultPriceBook());
    expect(await changePriceBook(store, { type: 'PublishDefaults' }, context('again'))).toMatchObject({
      ok: true,
      events: [],
    });
  });

  it('takes parallel saves of different options', async () => {
    const store = new MemoryEventStore();
    const saves = await Promise.all([
      changePriceBook(
        store,
        { type: 'PublishPrices', options: { ModelPrice: '{"a":1}' }, actorId, nowMs: NOW_MS },
        context('a'),
      ),
      changePriceBook(
        store,
        { type: 'PublishPrices', options: { GroupRatio: '{"b":2}' }, actorId, nowMs: NOW_MS },
        context('b'),
      ),
      changePriceBook(
        store,
        { type: 'PublishPrices', options: { QuotaPerUnit: '3' }, actorId, nowMs: NOW_MS },
        context('c'),
      ),
    ]);
    expect(saves.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await currentPriceBook(store, NOW_MS)).toMatchObject({
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
      { type: 'PublishPrices', options: { ModelPrice: '{"a":-1}' }, actorId, nowMs: NOW_MS },
      context('a'),
    );
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'price_invalid', field: 'ModelPrice.a' } });
    expect(await store.head()).toBe(0);
  });

  it('holds the highest version that has started, whatever stands behind it', async () => {
    const store = new MemoryEventStore();
    const starts = [undefined, NOW_MS + 500, NOW_MS + 900, NOW_MS + 700, NOW_MS + 800];
    for (const [index, startsAtMs] of starts.entries()) {
      const book = { ...defaultPriceBook(), version: index + 1, ...(startsAtMs === undefined ? {} : { startsAtMs }) };
      const event: PriceBookEvent = { type: 'PriceBookPublished', data: { ...book, actorId, changed: [] } };
      const expected = index === 0 ? NO_STREAM : ((index - 1) as Revision);
      await store.append(PRICE_BOOK_STREAM, expected, encode([event], context(`v${index}`)));
    }
    const inForce = async (afterMs: number) => (await currentPriceBook(store, NOW_MS + afterMs)).version;
    expect(await Promise.all([0, 499, 500, 699, 700, 799, 800, 900, 1_000].map(inForce))).toEqual([
      1, 1, 2, 2, 4, 4, 5, 5, 5,
    ]);
    // Of what waits, only what will ever hold.
    const save = { type: 'PublishPrices', options: { QuotaPerUnit: '3' }, actorId, nowMs: NOW_MS + 600 } as const;
    const changed = await changePriceBook(store, save, { ...context('save'), occurredAtMs: NOW_MS + 600 });
    expect(changed).toMatchObject({
      ok: true,
      events: [{ data: { version: 6 } }, { data: { version: 7, startsAtMs: NOW_MS + 700 } }, { data: { version: 8 } }],
    });
    expect(await Promise.all([600, 700, 800].map(inForce))).toEqual([6, 7, 8]);
  });
});
