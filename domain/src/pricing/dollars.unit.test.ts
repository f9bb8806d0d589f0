import { describe, expect, it } from '@jest/globals';
import { quota } from '../shared/quota.ts';
import { dollarsOf } from './dollars.ts';

describe('an amount in dollars', () => {
  it.each([
    [0, '500000', '0.000000'],
    [1, '500000', '0.000002'],
    [-1, '500000', '-0.000002'],
    [123_456_789, '500000', '246.913578'],
    [1, '300000', '0.000003'],
    [1, '2000000', '0.000001'],
    [-1, '3000000', '0.000000'],
    [7, '0.5', '14.000000'],
  ])('%s units at %s a dollar are %s', (amount, quotaPerUnit, text) => {
    expect(dollarsOf(quota(amount), quotaPerUnit)).toBe(text);
  });
});
