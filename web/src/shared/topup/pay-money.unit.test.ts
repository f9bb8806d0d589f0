import { describe, expect, it } from '@jest/globals';
import { payMoney, writtenMoney } from './pay-money.ts';

describe('money of a payment', () => {
  it('has two decimals and the sign of its currency', () => {
    expect(payMoney(73)).toBe('¥73.00');
    expect(payMoney(1234.5)).toBe('¥1,234.50');
    expect(payMoney(9.99, 'USD')).toBe('$9.99');
  });

  it('stands before a code that no browser knows', () => {
    expect(payMoney(73, 'no code')).toBe('73.00 no code');
    expect(payMoney(73, '')).toBe('73.00');
  });

  it('is as the provider wrote it where that is no number', () => {
    expect(writtenMoney('50.00')).toBe('¥50.00');
    expect(writtenMoney('1e9')).toBe('1e9');
    expect(writtenMoney('')).toBe('');
  });
});
