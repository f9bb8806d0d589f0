import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { builtInCatalogue } from '../tariff/catalogue/built-in-catalogue.ts';
import type { Catalogue, Prices } from '../tariff/prices.ts';
import { readChanges, withChanges } from './changes.ts';
import { differencesOf, type PriceDifference } from './differences.ts';
import type { PriceBook } from './events.ts';
import type { Terms } from './terms.ts';

const catalogue = builtInCatalogue();
const bare: PriceBook = { ...defaultPriceBook(), modelRatio: {}, modelPrice: {}, completionRatio: {} };

/** A book that has every price of the catalogue as its own, but for those that `seeds` change; undefined takes one out. */
function bookWith(seeds: ReadonlyMap<string, Terms | undefined>): PriceBook {
  const terms = new Map<string, Terms>(Object.entries(catalogue.models));
  for (const [model, seed] of seeds) {
    if (seed === undefined) terms.delete(model);
    else terms.set(model, seed);
  }
  const all = [...terms];
  return {
    ...bare,
    prices: Object.fromEntries(all.map(([model, { prices }]) => [model, prices])),
    tiers: Object.fromEntries(all.flatMap(([model, { tiers }]) => (tiers === undefined ? [] : [[model, tiers]]))),
    services: Object.fromEntries(
      all.flatMap(([model, { services }]) => (services === undefined ? [] : [[model, services]])),
    ),
    searchTools: Object.fromEntries(
      all.flatMap(([model, { searchTools }]) => (searchTools === undefined ? [] : [[model, searchTools]])),
    ),
  };
}

const times = (prices: Prices, factor: number): Prices =>
  Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, String(Number(price) * factor)]));

/** 40 models, each with what is wrong with it and what that is called. */
function seeded(): readonly (readonly [string, PriceDifference['kind'], Terms | undefined])[] {
  const models = Object.entries(catalogue.models).filter(
    ([, { prices }]) => Number(prices.input ?? 0) > 0 && Number(prices.output ?? 0) > 0,
  );
  const seeds: (readonly [string, PriceDifference['kind'], Terms | undefined])[] = [];
  const take = (count: number, kind: PriceDifference['kind'], change: (terms: Terms) => Terms | undefined): void => {
    for (const [model, terms] of models.splice(0, count)) seeds.push([model, kind, change(terms)]);
  };
  take(8, 'dearer', (terms) => ({ ...terms, prices: times(terms.prices, 0.5) }));
  take(8, 'cheaper', (terms) => ({ ...terms, prices: times(terms.prices, 2) }));
  take(3, 'other', (terms) => ({
    ...terms,
    prices: { ...terms.prices, input: '0.0001', output: '900' },
  }));
  take(3, 'other', (terms) => ({ ...terms, prices: { ...terms.prices, cachedRead: '0.000123' } }));
  take(2, 'other', (terms) => ({ ...terms, prices: { ...terms.prices, search: '0.77' } }));
  take(2, 'other', (terms) => ({ ...terms, tiers: [{ above: 77, prices: { input: '9' } }] }));
  take(2, 'other', (terms) => ({ ...terms, services: { odd: { ratio: '9' } } }));
  take(6, 'new', () => undefined);
  for (const number of [1, 2, 3, 4, 5, 6]) seeds.push([`of our own ${number}`, 'gone', { prices: { input: '1' } }]);
  return seeds;
}

const brief = (differences: readonly PriceDifference[]) =>
  differences.map(({ model, kind }) => `${model}: ${kind}`).sort();

describe('differences between what is published and the catalogue', () => {
  it('are none where the book has the same prices, as its own, in other words, or by naming the catalogue', () => {
    expect(differencesOf({ book: bookWith(new Map()), catalogue: undefined }, catalogue)).toEqual([]);
    const inOtherWords = JSON.parse(
      JSON.stringify(bookWith(new Map())).replaceAll(/"(\d+\.\d+)"/g, '"$100"'),
    ) as PriceBook;
    expect(differencesOf({ book: inOtherWords, catalogue: undefined }, catalogue)).toEqual([]);
    const naming = { ...bare, builtIn: { rules: 2, catalogue: catalogue.digest } };
    expect(differencesOf({ book: naming, catalogue }, catalogue)).toEqual([]);
  });

  it('are 40 where 40 were made, each of its kind', () => {
    const seeds = seeded();
    expect(seeds).toHaveLength(40);
    const book = bookWith(new Map(seeds.map(([model, , terms]) => [model, terms])));
    const found = differencesOf({ book, catalogue: undefined }, catalogue);
    expect(brief(found)).toEqual(seeds.map(([model, kind]) => `${model}: ${kind}`).sort());
  });

  it.each([
    ['a book of its own prices', undefined, {}],
    ['a book that names the catalogue', catalogue, { builtIn: { rules: 2, catalogue: catalogue.digest } }],
    ['a book of ratios', undefined, defaultPriceBook()],
    [
      'a book of ratios that names the catalogue',
      catalogue,
      { ...defaultPriceBook(), builtIn: { rules: 2, catalogue: catalogue.digest } },
    ],
  ] as const)('are gone once their changes are made, in %s', (_which, named, members) => {
    const book = { ...bookWith(new Map(seeded().map(([model, , terms]) => [model, terms]))), ...members };
    let after: PriceBook = book;
    const found = differencesOf({ book, catalogue: named }, catalogue);
    expect(found.length).toBeGreaterThan(20);
    for (const { change } of found) {
      const read = readChanges(change);
      if (!read.ok) throw new Error(JSON.stringify(read.refusal));
      after = withChanges(after, read.value);
    }
    expect(differencesOf({ book: after, catalogue: named }, catalogue)).toEqual([]);
  });

  it('say what a ratio is in dollars, of parts too, and leave alone what the catalogue never knew', () => {
    const theirs: Catalogue = { digest: 't', models: { 'gpt-4o': { prices: { input: '3', output: '10' } } } };
    const book = { ...defaultPriceBook(), builtIn: { rules: 2, catalogue: '' } };
    expect(differencesOf({ book, catalogue: undefined }, theirs)).toEqual([
      {
        model: 'gpt-4o',
        kind: 'dearer',
        ours: { prices: { input: '2.5', output: '10', cachedRead: '1.25' } },
        theirs: { prices: { input: '3', output: '10' } },
        change: { modelRatio: { 'gpt-4o': null }, prices: { 'gpt-4o': { input: '3', output: '10' } } },
      },
    ]);
  });

  it('are none where a ratio without an end comes to the same dollars, and then parts and tools say which it is', () => {
    const model = 'gpt-3.5-turbo-16k';
    const theirs = (prices: Prices): Catalogue => ({ digest: 't', models: { [model]: { prices } } });
    const published = { book: defaultPriceBook(), catalogue: undefined };
    expect(differencesOf(published, theirs({ input: '3', output: '4' }))).toEqual([]);
    expect(differencesOf(published, theirs({ input: '3', output: '4', search: '0.01' }))).toMatchObject([
      { model, kind: 'other' },
    ]);
    expect(differencesOf(published, theirs({ input: '3', output: '4.000001' }))).toMatchObject([{ kind: 'dearer' }]);
  });

  it('are there where only the search by a tool costs something else, which accepting them takes over', () => {
    const listed = { prices: { input: '1', search: '0.01' }, searchTools: { preview: '0.025' } };
    const theirs: Catalogue = { digest: 't', models: { searching: listed } };
    const book = { ...bare, prices: { searching: { input: '1', search: '0.01' } } };
    const [difference] = differencesOf({ book, catalogue: undefined }, theirs);
    expect(difference).toMatchObject({ kind: 'other', theirs: listed });
    const after = withChanges(book, difference?.change ?? {});
    expect(after.searchTools).toEqual({ searching: { preview: '0.025' } });
    expect(differencesOf({ book: after, catalogue: undefined }, theirs)).toEqual([]);
  });

  it('are none of a model that the catalogue does not price either', () => {
    const theirs: Catalogue = { digest: 't', models: { unsaid: { prices: {} } } };
    expect(differencesOf({ book: bare, catalogue: undefined }, theirs)).toEqual([]);
  });

  it('know a model that only the catalogue of the book has', () => {
    const older: Catalogue = { digest: 'o', models: { old: { prices: { input: '1' } } } };
    const book = { ...bare, builtIn: { rules: 2, catalogue: 'o' } };
    expect(differencesOf({ book, catalogue: older }, { digest: 'n', models: {} })).toMatchObject([
      { model: 'old', kind: 'gone', theirs: null, change: { builtIn: { rules: 2, catalogue: 'n' } } },
    ]);
  });

  it('of a model that only the catalogue of the book has besides its own entries are gone once their change is made', () => {
    const older: Catalogue = { digest: 'o', models: { old: { prices: { input: '1' } } } };
    const book = { ...bare, prices: { old: { input: '2' } }, builtIn: { rules: 2, catalogue: 'o' } };
    const theirs: Catalogue = { digest: 'n', models: {} };
    const [difference] = differencesOf({ book, catalogue: older }, theirs);
    expect(difference?.change).toEqual({ prices: { old: null }, builtIn: { rules: 2, catalogue: 'n' } });
    const after = withChanges(book, difference?.change ?? {});
    expect(differencesOf({ book: after, catalogue: theirs }, theirs)).toEqual([]);
  });
});
