import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { pricingOf } from './handlers.ts';

describe('pricingOf', () => {
  const book = { ...defaultPriceBook(), modelPrice: { fixed: '0.04' } };

  it('names each model once with the groups that have it, by tokens or by call', () => {
    expect(
      pricingOf(
        book,
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
      },
      {
        model_name: 'fixed',
        quota_type: 1,
        model_ratio: 0,
        model_price: 0.04,
        owner_by: '',
        completion_ratio: 0,
        enable_groups: ['default'],
      },
    ]);
  });
});
