import { describe, expect, it } from '@jest/globals';
import { dollarText, isSameRatio, placesOf, priceOfRatio, quotient, ratioOf, typedPrice } from './dollars.ts';

describe('a price', () => {
  it('has the places of its column, at least two, and is never rounded', () => {
    expect(placesOf(['2', '0.125', undefined])).toBe(3);
    expect(placesOf([])).toBe(2);
    expect(placesOf(['0.12345678901'])).toBe(6);
    expect(dollarText('2.5', 4)).toBe('$2.5000');
    expect(dollarText('1234567', 2)).toBe('$1,234,567.00');
    expect(dollarText('0.0000019', 6)).toBe('$0.000001…');
  });

  it.each([
    ['2.50', '2.5'],
    ['$1,000.5', '1000.5'],
    ['.5', '0.5'],
    ['3.', '3'],
    ['007', '7'],
    ['0.12345678901234567890', '0.1234567890123456789'],
  ])('is read as it is typed: %s', (typed, price) => expect(typedPrice(typed)).toBe(price));

  it.each(['', 'x', '-1', '1e3', '1.2.3', `0.${'1'.repeat(41)}`])('is not %s', (typed) =>
    expect(typedPrice(typed)).toBeUndefined(),
  );
});

describe('ratios and dollars', () => {
  // 0.1 + 0.2 and its like: what a binary float does not hold.
  it.each([
    ['2.5', '500000', '1.25'],
    ['0.30000000000000004', '500000', '0.15000000000000002'],
    ['0.1', '300000', '0.03'],
    ['0.000000000001', '500000', '0.0000000000005'],
  ])('%s dollars a million tokens at %s units a dollar are the ratio %s, and back', (price, unit, ratio) => {
    expect(ratioOf(price, unit)).toBe(ratio);
    expect(priceOfRatio(ratio, unit)).toBe(price);
  });

  it('divide to the last place, or not at all', () => {
    expect(quotient('10', '2.5')).toBe('4');
    expect(quotient('1', '8')).toBe('0.125');
    expect(quotient('0', '3')).toBe('0');
    expect(quotient('10', '3')).toBeUndefined();
    expect(quotient('1', '0')).toBeUndefined();
    expect(priceOfRatio('1', '300000')).toBeUndefined();
  });

  it('are compared without a division', () => {
    expect(isSameRatio('1', '3', '2', '6')).toBe(true);
    expect(isSameRatio('0.5', '1', '5.00', '10')).toBe(true);
    expect(isSameRatio('1', '3', '0.333333333333', '1')).toBe(false);
  });
});
