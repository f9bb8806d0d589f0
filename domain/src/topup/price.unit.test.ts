import { describe, expect, it } from '@jest/globals';
import { CREDIT_MAX } from '../account/limits.ts';
import { pricedTopUp, type TopUpPrices } from './price.ts';

const PRICES: TopUpPrices = {
  inCurrency: true,
  quotaPerUnit: '500000',
  price: '7.3',
  ratio: undefined,
  minimumUnits: 1,
};
const priced = (asked: number, changes: Partial<TopUpPrices> = {}) => pricedTopUp(asked, { ...PRICES, ...changes });

describe('the price of a top-up', () => {
  it.each<[asked: number, changes: Partial<TopUpPrices>, moneyMinor: number, amount: number, units: number]>([
    [10, {}, 7_300, 5_000_000, 10],
    [3, {}, 2_190, 1_500_000, 3],
    [10, { ratio: '0.9' }, 6_570, 5_000_000, 10],
    [10, { ratio: '0' }, 7_300, 5_000_000, 10],
    // What no binary fraction holds: 1.005 x 1 is 1.005, half up 1.01.
    [1, { price: '1.005' }, 101, 500_000, 1],
    [1, { price: '1.0049999' }, 100, 500_000, 1],
    [750_001, { inCurrency: false }, 1_095, 750_001, 1],
    [500_000, { inCurrency: false }, 730, 500_000, 1],
    [7, { quotaPerUnit: '0.5', price: '1' }, 700, 4, 7],
    [9, { inCurrency: false, quotaPerUnit: '2.5', price: '1', minimumUnits: 2 }, 360, 9, 3],
    [1, { price: '1e-2' }, 1, 500_000, 1],
  ])('of %d with %j', (asked, changes, moneyMinor, amount, units) =>
    expect(priced(asked, changes)).toMatchObject({ ok: true, moneyMinor, amount, terms: { units } }),
  );

  it('says by what it was reckoned, exactly', () =>
    expect(priced(10, { ratio: '0.90' })).toMatchObject({
      terms: { units: 10, quotaPerUnit: '500000', price: '7.3', ratio: '0.9' },
    }));

  it.each<[asked: number, changes: Partial<TopUpPrices>, refusal: object]>([
    [5.5, {}, { code: 'amount_not_whole' }],
    [Number.NaN, {}, { code: 'amount_not_whole' }],
    [0, {}, { code: 'amount_too_small', minimum: 1 }],
    [-5, {}, { code: 'amount_too_small', minimum: 1 }],
    [4, { minimumUnits: 5 }, { code: 'amount_too_small', minimum: 5 }],
    [499_999, { inCurrency: false }, { code: 'amount_too_small', minimum: 500_000 }],
    [2 ** 60, {}, { code: 'amount_too_large' }],
    [2_199_024, {}, { code: 'amount_too_large', maximum: 2_199_023 }],
    [CREDIT_MAX + 1, { inCurrency: false }, { code: 'amount_too_large', maximum: CREDIT_MAX }],
    [1_900_000, { price: '1000000' }, { code: 'amount_too_large', maximum: 1_000_000 }],
    [1, { price: '0.001' }, { code: 'money_too_small' }],
    [1, { price: '0' }, { code: 'money_too_small' }],
  ])('is refused of %d with %j, naming the amount', (asked, changes, refusal) =>
    expect(priced(asked, changes)).toEqual({
      ok: false,
      refusal: expect.objectContaining({ ...refusal, field: 'amount' }),
    }),
  );

  it('is credited up to the largest credit', () => expect(priced(2_199_023)).toMatchObject({ ok: true }));
});
