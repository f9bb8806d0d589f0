import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { pricingOf } from './handlers.ts';

const catalogue = {
  digest: 'c'.repeat(64),
  models: {
    listed: {
      prices: { input: '3', cachedRead: '0.3', output: '15' },
      tiers: [{ above: 200_000, prices: { input: '6' } }],
    },
    drawn: { prices: { image: '0.04' } },
  },
};
const book = {
  ...defaultPriceBook(),
  modelPrice: { fixed: '0.04' },
  modelRatio: { 'gpt-4o': '1.25', exact: '1.3333333333333333' },
  builtIn: { rules: 2, catalogue: catalogue.digest },
};
const entriesOf = (...models: string[]) => pricingOf({ book, catalogue }, new Map([['default', models]]));

describe('pricingOf', () => {
  it('names each model once with the groups that have it, by tokens or by call', () => {
    expect(
      pricingOf(
        { book, catalogue },
        new Map([
          ['default', ['gpt-4o', 'fixed']],
          ['vip', ['gpt-4o']],
          ['svip', []],
        ]),
      ),
    ).toEqual([
      {
        model_name: 'gpt-4o',
        quota_type: 0,
        model_ratio: 1.25,
        model_price: 0,
        owner_by: '',
        completion_ratio: 4,
        enable_groups: ['default', 'vip'],
        prices: { input: 2.5, output: 10, cachedRead: 1.25 },
        tiers: [],
      },
      {
        model_name: 'fixed',
        quota_type: 1,
        model_ratio: 0,
        model_price: 0.04,
        owner_by: '',
        completion_ratio: 0,
        enable_groups: ['default'],
        prices: { call: 0.04 },
        tiers: [],
      },
    ]);
  });

  it('keeps every digit of a ratio', () => {
    expect(entriesOf('exact')).toMatchObject([{ model_ratio: 1.3333333333333333, prices: { input: 2.66666666667 } }]);
  });

  it('says what the catalogue prices, as ratios too, and what one piece costs of a model without tokens', () => {
    expect(entriesOf('listed', 'drawn')).toMatchObject([
      {
        quota_type: 0,
        model_ratio: 1.5,
        completion_ratio: 5,
        prices: { input: 3, cachedRead: 0.3, output: 15 },
        tiers: [{ above: 200_000, prices: { input: 6, cachedRead: 0.3, output: 15 } }],
      },
      { quota_type: 1, model_ratio: 0, model_price: 0.04, prices: { image: 0.04 } },
    ]);
  });
});
