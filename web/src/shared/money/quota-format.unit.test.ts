import { describe, expect, it } from '@jest/globals';
import {
  abbreviate,
  abbreviateQuota,
  amountText,
  formatDigits,
  formatDollars,
  formatExactly,
  formatOtherUnit,
  formatQuota,
  formatQuotaUnits,
  parseAmount,
  type MoneyUnit,
} from './quota-format.ts';

const dollars: MoneyUnit = { quotaPerUnit: 500_000, currency: true };
const units: MoneyUnit = { quotaPerUnit: 500_000, currency: false };

describe('formatQuota', () => {
  it('shows balances with 2 decimals and charges with 6', () => {
    expect(formatQuota(100_000_000, dollars)).toBe('$200.00');
    expect(formatQuota(3225, dollars, 6)).toBe('$0.006450');
  });
  it('puts the sign before the currency', () => {
    expect(formatQuota(-500_000, dollars)).toBe('−$1.00');
    expect(formatDollars(500_000, 500_000, 2, true)).toBe('+$1.00');
  });
  it('shows units whole when the operator chose them', () => {
    expect(formatQuota(1_204_332, units)).toBe('1,204,332');
    expect(formatQuotaUnits(5, true)).toBe('+5');
  });
  it('keeps the other unit for the tooltip', () => {
    expect(formatOtherUnit(3225, dollars)).toBe('3,225');
    expect(formatOtherUnit(3225, units)).toBe('$0.006450');
  });
  it.each([
    [4_999_728, '$9.99'],
    [5_000_000, '$10.00'],
    [4_999, '$0.00'],
    [5_000, '$0.01'],
    [2_175_000, '$4.35'],
    [145_000, '$0.29'],
    [0, '$0.00'],
  ])('never shows a balance larger than it is: %d is %s', (quota, text) =>
    expect(formatQuota(quota, dollars)).toBe(text),
  );
  it.each([
    [-1, '−$0.01'],
    [-272, '−$0.01'],
    [-500_000, '−$1.00'],
    [-500_001, '−$1.01'],
  ])('nor a debt smaller than it is: %d is %s', (quota, text) => {
    expect(formatQuota(quota, dollars)).toBe(text);
  });
  it('shows charges to the unit, however large their sum', () => {
    expect(formatQuota(1, dollars, 6)).toBe('$0.000002');
    expect(formatQuota(-1, dollars, 6)).toBe('−$0.000002');
    expect(formatQuota(Number.MAX_SAFE_INTEGER, dollars, 6)).toBe('$18,014,398,509.481982');
    expect(formatQuota(999_999, { quotaPerUnit: 3, currency: true }, 6)).toBe('$333,333.000000');
    expect(formatQuota(2, { quotaPerUnit: 3, currency: true }, 6)).toBe('$0.666667');
  });
  it('takes a price of a unit that is no whole number', () => {
    expect(formatQuota(10, { quotaPerUnit: 2.5, currency: true })).toBe('$4.00');
    expect(formatQuota(7, { quotaPerUnit: 0.5, currency: true })).toBe('$14.00');
  });
  it('keeps the exact amount in both units for the tooltip', () =>
    expect(formatExactly(4_999_728, dollars, (amount) => `${amount} units`)).toBe('$9.999456 · 4,999,728 units'));
  it('groups digits that no number holds', () => {
    expect(formatDigits('9007199254740993')).toBe('9,007,199,254,740,993');
    expect(formatDigits('-9007199254740993', true)).toBe('−9,007,199,254,740,993');
    expect(formatDigits('9007199254740993', true)).toBe('+9,007,199,254,740,993');
  });
  it('stays exact at the largest safe integer', () =>
    expect(formatQuotaUnits(Number.MAX_SAFE_INTEGER)).toBe('9,007,199,254,740,991'));
});

describe('abbreviate', () => {
  it.each([
    [9999, '9,999'],
    [10_000, '10k'],
    [12_540, '12.5k'],
    [1_000_000, '1M'],
    [2_500_000_000, '2.5B'],
    [-20_000, '−20k'],
  ])('%d is %s', (value, text) => {
    expect(abbreviate(value)).toBe(text);
  });
  it('shows dollars below one to the last digit, so that steps of an axis are even', () => {
    expect([0, 75, 150, 225, 300].map((quota) => abbreviateQuota(quota, dollars))).toEqual([
      '$0.00',
      '$0.00015',
      '$0.0003',
      '$0.00045',
      '$0.0006',
    ]);
    expect([7_500, 50_000, 500_000, 1_250_000].map((quota) => abbreviateQuota(quota, dollars))).toEqual([
      '$0.015',
      '$0.10',
      '$1.00',
      '$2.50',
    ]);
    expect(abbreviateQuota(-7_500, dollars)).toBe('−$0.015');
    expect(abbreviateQuota(-10_000_000_000, dollars)).toBe('−$20k');
    expect(abbreviateQuota(10_000_000_000, dollars)).toBe('$20k');
  });
});

describe('parseAmount', () => {
  it('reads dollars and units', () => {
    expect(parseAmount('1.5', dollars)).toBe(750_000);
    expect(parseAmount('$1,000', dollars)).toBe(500_000_000);
    expect(parseAmount('-2', dollars)).toBe(-1_000_000);
    expect(parseAmount('−2', dollars)).toBe(-1_000_000);
    expect(parseAmount('250', units)).toBe(250);
  });
  it.each(['', 'ten', '1.2.3', '1e5', '--1', '9e15'])('refuses %p', (text) =>
    expect(parseAmount(text, units)).toBeUndefined(),
  );
  it('refuses what is no whole unit or too large', () => {
    expect(parseAmount('1.5', units)).toBeUndefined();
    expect(parseAmount('99999999999999999', units)).toBeUndefined();
  });
  it('reads back what it wrote', () => {
    for (const quota of [0, 1, 3225, -500_000, 123_456_789]) {
      expect(parseAmount(amountText(quota, dollars), dollars)).toBe(quota);
      expect(parseAmount(amountText(quota, units), units)).toBe(quota);
    }
  });
});
