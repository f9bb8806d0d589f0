import { describe, expect, it } from '@jest/globals';
import { amountPicks, amountShown, amountTyped, leastAmount } from './amount-typed.ts';

const dollars = { currency: true, quotaPerUnit: 500_000 };
const units = { currency: false, quotaPerUnit: 500_000 };

describe('the amount of a top-up', () => {
  it('is whole', () => {
    expect(amountTyped(' 10 ')).toBe(10);
    for (const none of ['', '1.5', '-1', 'ten', '1e3', '99999999999999999999'])
      expect(amountTyped(none)).toBeUndefined();
  });

  it('is at least what the operator has in dollars, in the unit that is shown', () => {
    expect(leastAmount(5, dollars)).toBe(5);
    expect(leastAmount(5, units)).toBe(2_500_000);
  });

  it('is offered in common sizes, none below the least', () => {
    expect(amountPicks(1, dollars)).toEqual([10, 20, 50, 100, 500]);
    expect(amountPicks(50, units)).toEqual([25_000_000, 50_000_000, 250_000_000]);
    expect(amountPicks(1_000, dollars)).toEqual([]);
  });

  it('is shown in that unit', () => {
    expect(amountShown(1_000, dollars)).toBe('$1,000');
    expect(amountShown(5_000_000, units)).toBe('5,000,000');
  });
});
