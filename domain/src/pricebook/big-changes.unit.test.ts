import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { bigChanges, bigChangesOfBook, isByMoreThanHalf } from './big-changes.ts';
import { builtInCatalogue, type Prices } from './catalogue-stream.ts';
import type { PriceBook } from './events.ts';

describe('a change by more than half', () => {
  it.each([
    ['2', '3', false],
    ['2', '3.0000000000000000001', true],
    ['2', '1', false],
    ['2', '0.9999999999999999999', true],
    ['0.30000000000000004', '0.45000000000000006', false],
    ['1', '1', false],
    [null, '1', true],
    ['0', '0.001', true],
    ['0', null, false],
    ['5', null, true],
    ['5', '0', true],
  ])('from %s to %s: %s', (before, after, isSuch) => expect(isByMoreThanHalf(before, after)).toBe(isSuch));

  it('is told with both figures, of each that is stated', () =>
    expect(
      bigChanges(
        { prices: { input: '2', output: '8', cachedRead: '1' } },
        { prices: { input: '2', output: '16', image: '0.1' } },
      ),
    ).toEqual([
      { what: 'output', before: '8', after: '16' },
      { what: 'cachedRead', before: '1', after: '2' },
      { what: 'image', before: null, after: '0.1' },
    ]));

  it('is none where a part costs what it did as a part of all', () =>
    expect(bigChanges({ prices: { input: '2' } }, { prices: { input: '2', audioInput: '2.5' } })).toEqual([]));

  it('of a tier is none to exactly half', () =>
    expect(
      bigChanges(
        { prices: { input: '2', output: '8' }, tiers: [{ above: 200, prices: { input: '4' } }] },
        { prices: { input: '2', output: '8' } },
      ),
    ).toEqual([]));

  it('is seen in a tier that gets dearer', () =>
    expect(
      bigChanges(
        { prices: { input: '2', output: '8' } },
        { prices: { input: '2', output: '8' }, tiers: [{ above: 200, prices: { input: '4', output: '9' } }] },
      ),
    ).toEqual([{ what: 'input', above: 200, before: '2', after: '4' }]));

  it('is seen in a service tier and in a tool that searches, of those that are sold before and after', () => {
    const prices = { input: '2', output: '8', search: '0.01' };
    const flex = { prices: { input: '1' } };
    expect(
      bigChanges(
        { prices, services: { flex, fast: { prices: { input: '4' } } }, searchTools: { preview: '0.025' } },
        { prices, services: { flex, fast: { prices: { input: '7' } }, late: flex }, searchTools: { other: '0.012' } },
      ),
    ).toEqual([
      { what: 'input', of: 'fast', before: '4', after: '7' },
      { what: 'search', of: 'preview', before: '0.025', after: '0.01' },
    ]);
    expect(
      bigChanges({ prices, services: { fast: { ratio: '2' } } }, { prices, services: { fast: { ratio: '4' } } }),
    ).toMatchObject([{ what: 'input', of: 'fast', before: '4', after: '8' }, { what: 'output' }, { what: 'search' }]);
  });
});

describe('a change of a book by more than half', () => {
  const bare: PriceBook = {
    version: 1,
    modelRatio: { chat: '1', other: '2' },
    modelPrice: { song: '0.1' },
    completionRatio: { chat: '2' },
    groupRatio: { default: '1', vip: '0.5' },
    quotaPerUnit: '500000',
  };
  const between = (before: Partial<PriceBook>, after: Partial<PriceBook>) => {
    const priced = (part: Partial<PriceBook>): Prices => ({ book: { ...bare, ...part }, catalogue: undefined });
    return bigChangesOfBook(priced(before), priced(after));
  };

  it('is of each model by what it costs in dollars, whatever of it is changed', () => {
    expect(between({}, { completionRatio: { chat: '3' } })).toEqual([]);
    expect(between({}, { completionRatio: { chat: '3.1' } })).toEqual([
      { what: 'output', name: 'chat', before: '4', after: '6.2' },
    ]);
    expect(between({}, { modelRatio: { chat: '3', other: '2' } })).toEqual([
      { what: 'input', name: 'chat', before: '2', after: '6' },
      { what: 'output', name: 'chat', before: '4', after: '12' },
    ]);
    expect(between({}, { modelPrice: { song: '0.04' } })).toEqual([
      { what: 'call', name: 'song', before: '0.1', after: '0.04' },
    ]);
  });

  it('is that of a model that nothing prices any more to the ratio of all those, and none of one that is new', () => {
    expect(between({}, { modelRatio: { chat: '1' } })).toEqual([
      { what: 'input', name: 'other', before: '4', after: '60' },
      { what: 'output', name: 'other', before: '4', after: '60' },
    ]);
    expect(between({}, { modelPrice: { song: '0.1', film: '9' } })).toEqual([]);
  });

  it('is first what holds for all: the units of a dollar, and groups, of which an unknown one has the ratio 1', () => {
    expect(between({}, { groupRatio: { default: '1.5', late: '2' } })).toEqual([
      { what: 'groupRatio', name: 'vip', before: '0.5', after: '1' },
      { what: 'groupRatio', name: 'late', before: '1', after: '2' },
    ]);
    expect(between({ modelRatio: { chat: '1' } }, { modelRatio: { chat: '1' }, quotaPerUnit: '5' })).toMatchObject([
      { what: 'quotaPerUnit', before: '500000', after: '5' },
      { what: 'input', name: 'chat', before: '2', after: '200000' },
      { what: 'output', name: 'chat' },
    ]);
  });

  it('is told of a catalogue that is named, of what the book has no price for', () => {
    const catalogue = builtInCatalogue();
    const old = { ...catalogue, digest: 'old', models: { 'gpt-5': { prices: { input: '0.5', output: '10' } } } };
    const priced = (named: typeof catalogue): Prices => ({
      book: { ...defaultPriceBook(), builtIn: { rules: 2, catalogue: named.digest } },
      catalogue: named,
    });
    expect(bigChangesOfBook(priced(old), priced(catalogue))).toContainEqual({
      what: 'input',
      name: 'gpt-5',
      before: '0.5',
      after: '1.25',
    });
    expect(bigChangesOfBook(priced(catalogue), priced(catalogue))).toEqual([]);
  });
});
