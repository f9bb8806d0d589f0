import { expect, it } from '@jest/globals';
import { moneyText } from './money-text.ts';

it.each([
  [0, '500000', '0.000000'],
  [1, '500000', '0.000002'],
  [-1, '500000', '-0.000002'],
  [20_000_000, '500000', '40.000000'],
  [1, '3', '0.333333'],
  [2, '3', '0.666667'],
  [-2, '3', '-0.666667'],
  [1, '2000000', '0.000001'],
  [-1, '2000000', '-0.000001'],
  [-1, '4000000', '0.000000'],
  [1, '0.5', '2.000000'],
  [Number.MAX_SAFE_INTEGER, '1', '9007199254740991.000000'],
  [2n ** 80n, '500000', '2417851639229258349.412352'],
])('%s units of which %s are 1 USD are %s', (units, quotaPerUnit, text) =>
  expect(moneyText(units, quotaPerUnit)).toBe(text),
);

it.each(['0', '', 'x', '-5'])('needs to know how many units 1 USD is: not %j', (quotaPerUnit) =>
  expect(() => moneyText(1, quotaPerUnit)).toThrow(RangeError),
);
