import { describe, expect, it } from '@jest/globals';
import type { PricingEntry } from './api/pricing-api.ts';
import { priceOf } from './prices.ts';

const entry = (part: Partial<PricingEntry>): PricingEntry => ({
  model_name: 'gpt-4o',
  quota_type: 0,
  model_ratio: 1.25,
  model_price: 0,
  owner_by: '',
  completion_ratio: 4,
  enable_groups: ['default'],
  prices: {},
  tiers: [],
  ...part,
});

describe('the price of a model', () => {
  it('by tokens is a million of them, with six decimals and its formula', () =>
    expect(priceOf(entry({}), 0.85, 500_000)).toEqual({
      by: 'tokens',
      input: { dollars: '$2.125000', formula: '1.25 × 0.85 × $2 = $2.125000' },
      output: { dollars: '$8.500000', formula: '1.25 × 4 × 0.85 × $2 = $8.500000' },
      others: [],
      tiers: [],
    }));

  it('follows what a dollar is worth, and groups thousands', () =>
    expect(priceOf(entry({ model_ratio: 3_000, completion_ratio: 1 }), 1, 1_000_000)).toMatchObject({
      input: { dollars: '$3,000.000000', formula: '3,000 × 1 × $1 = $3,000.000000' },
    }));

  it('by call is that of one call', () =>
    expect(priceOf(entry({ quota_type: 1, model_price: 0.1, model_ratio: 0 }), 2, 500_000)).toEqual({
      by: 'piece',
      piece: { what: 'call', sum: { dollars: '$0.200000', formula: '$0.1 × 2 = $0.200000' } },
      others: [],
      tiers: [],
    }));

  it('of one that has no tokens is that of the piece that is sold', () =>
    expect(priceOf(entry({ quota_type: 1, model_price: 0.04, prices: { image: 0.04 } }), 1, 500_000)).toMatchObject({
      piece: { what: 'image', sum: { dollars: '$0.040000' } },
      others: [],
    }));

  it('says every part, and what longer prompts cost', () => {
    const prices = { input: 3, output: 15, cachedRead: 0.3 };
    const tiers = [{ above: 200_000, prices: { ...prices, input: 6 } }];
    expect(priceOf(entry({ model_ratio: 1.5, completion_ratio: 5, prices, tiers }), 0.5, 500_000)).toMatchObject({
      others: [{ what: 'cachedRead', sum: { dollars: '$0.150000', formula: '$0.3 × 0.5 = $0.150000' } }],
      tiers: [
        {
          above: '200,000',
          prices: [{ what: 'input', sum: { dollars: '$3.000000' } }, { what: 'output' }, { what: 'cachedRead' }],
        },
      ],
    });
  });
});
