import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '../pricing/defaults.ts';
import type { Catalogue } from '../tariff/prices.ts';
import type { PriceBook } from './events.ts';
import { pricedModels } from './price-table.ts';

const digest = 'a'.repeat(64);
const catalogue: Catalogue = {
  digest,
  models: {
    listed: { prices: { input: '0.1234567890123456', output: '2' }, tiers: [{ above: 9, prices: { input: '1' } }] },
    owned: { prices: { input: '7' }, maxOutput: 100 },
  },
};
const book: PriceBook = {
  ...defaultPriceBook(),
  modelRatio: { rated: '1.25', both: '2' },
  modelPrice: { called: '0.04', both: '0.5' },
  completionRatio: { rated: '4', nothing: '3' },
  builtIn: { rules: 2, catalogue: digest },
  prices: { owned: { input: '3.10', output: '15' } },
  imagePrice: { drawn: { '1024x1024|hd': '0.08' } },
};

const table = pricedModels({ book, catalogue });
const found = (model: string) => table.find((each) => each.model === model);

describe('the table of prices', () => {
  it('has each model once, by name, and none that nothing prices', () =>
    expect(table.map(({ model, source }) => [model, source])).toEqual([
      ['both', 'call'],
      ['called', 'call'],
      ['drawn', 'prices'],
      ['listed', 'catalogue'],
      ['owned', 'prices'],
      ['rated', 'ratio'],
    ]));

  it('takes an empty list of prices for none, of the book and of the catalogue', () => {
    const empty = pricedModels({
      book: { ...book, prices: { listed: {}, unsaid: {} } },
      catalogue: { digest, models: { ...catalogue.models, silent: { prices: {} } } },
    });
    expect(empty.find(({ model }) => model === 'listed')?.source).toBe('catalogue');
    expect(empty.filter(({ model }) => ['unsaid', 'silent'].includes(model))).toEqual([]);
    const pictures = pricedModels({
      book: { ...book, imagePrice: { silent: { '1024x1024': '0.04' } } },
      catalogue: { digest, models: { ...catalogue.models, silent: { prices: {} } } },
    });
    expect(pictures.find(({ model }) => model === 'silent')).toMatchObject({ source: 'prices', catalogue: null });
  });

  it('says in dollars what a ratio comes to, at the worth of a dollar', () => {
    expect(found('rated')?.terms.prices).toEqual({ input: '2.5', output: '10' });
    const [rated] = pricedModels({
      book: { ...book, modelRatio: { rated: '1' }, quotaPerUnit: '300000' },
      catalogue,
    }).filter(({ model }) => model === 'rated');
    expect(rated?.terms.prices).toEqual({ input: '3.333333333333', output: '13.333333333333' });
  });

  it('says prices as they are written, to their last digit', () => {
    expect(found('listed')?.terms).toEqual({
      prices: { input: '0.1234567890123456', output: '2' },
      tiers: [{ above: 9, prices: { input: '1' } }],
    });
    expect(found('owned')?.terms.prices).toEqual({ input: '3.1', output: '15' });
  });

  it('says beside them what the catalogue says, and where the book itself names the model', () => {
    expect(found('owned')).toMatchObject({ catalogue: { prices: { input: '7' } }, entries: ['prices'] });
    expect(found('listed')).toMatchObject({ catalogue: { prices: { output: '2' } }, entries: [] });
    expect(found('rated')).toMatchObject({ catalogue: null, entries: ['modelRatio', 'completionRatio'] });
  });

  it('of a book without a catalogue has its own models alone', () =>
    expect(
      pricedModels({ book: { ...defaultPriceBook(), modelRatio: { one: '1' }, modelPrice: {} }, catalogue: undefined }),
    ).toMatchObject([{ model: 'one', source: 'ratio', catalogue: null }]));
});
