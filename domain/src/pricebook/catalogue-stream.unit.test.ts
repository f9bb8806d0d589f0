import { describe, expect, it } from '@jest/globals';
import { CATALOGUE_STREAM, type CatalogueEvent, priceBookEventSchemas } from './events.ts';
import { decode, encode } from '../events/codec.ts';
import { NO_STREAM, type Revision } from '../ports/event-store.ts';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { builtInCatalogue } from '../tariff/catalogue/built-in-catalogue.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { catalogueOf, publishBuiltInCatalogue } from './catalogue-stream.ts';

const naming = (catalogue: string) => ({ ...defaultPriceBook(), builtIn: { rules: 2, catalogue } });
const listed = (digit: string) => ({ digest: digit.repeat(64), models: { [digit]: { prices: { input: '1' } } } });

describe('the catalogue of a book', () => {
  it('is none, that of the product, or one of the ledger by its digest', async () => {
    const store = new MemoryEventStore();
    const events = ['a', 'b', 'c'].map((digit) => ({ type: 'CataloguePublished' as const, data: listed(digit) }));
    const context = { commandId: 'c', correlationId: 'c', occurredAtMs: 0, actor: 'user-1' };
    await store.append(CATALOGUE_STREAM, NO_STREAM, encode(events, context));
    expect(await catalogueOf(store, defaultPriceBook())).toBeUndefined();
    expect(await catalogueOf(store, naming(''))).toBeUndefined();
    expect(await catalogueOf(store, naming(builtInCatalogue().digest))).toBe(builtInCatalogue());
    for (const digit of ['c', 'b', 'a'])
      expect(await catalogueOf(store, naming(digit.repeat(64)))).toEqual(listed(digit));
    await expect(catalogueOf(store, naming('d'.repeat(64)))).rejects.toThrow('which the ledger does not have');
  });

  it('that comes with the product is published once, by whoever asks first, and again behind others only where it is missing', async () => {
    const store = new MemoryEventStore();
    const { digest, models } = builtInCatalogue();
    const asked = await Promise.all([publishBuiltInCatalogue(store, 1), publishBuiltInCatalogue(store, 2)]);
    expect(asked).toEqual([digest, digest]);
    const other = [{ type: 'CataloguePublished' as const, data: listed('a') }];
    const context = { commandId: 'c', correlationId: 'c', occurredAtMs: 0, actor: 'user-1' };
    await store.append(CATALOGUE_STREAM, 0 as Revision, encode(other, context));
    expect(await publishBuiltInCatalogue(store, 3)).toBe(digest);
    const [first, ...others] = await store.readStream(CATALOGUE_STREAM, 0 as Revision, 10);
    expect(others).toHaveLength(1);
    expect(priceBookEventSchemas.CataloguePublished.safeParse({ digest, models }).error).toBeUndefined();
    expect(first && decode<CatalogueEvent>(first).event.data).toEqual({ digest, models });
  });
});
