import { expect, it } from '@jest/globals';
import { upstreamAmount } from './upstream-amount.ts';

it.each([
  [1, 12.5, '$12.50'],
  [8, 1_234_567.891, '$1,234,567.89'],
  [40, 0, '¥0.00'],
  [43, -0.504, '−¥0.51'],
  [14, 3, undefined],
])('a channel of type %i with %d left shows %s', (type, balance, shown) => {
  expect(upstreamAmount({ type, balance })).toBe(shown);
});
