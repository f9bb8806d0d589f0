import { describe, expect, it } from '@jest/globals';
import { readingsOf } from './readings.ts';

const balances = (...quotas: readonly number[]) => quotas.map((quota, index) => ({ username: `user${index}`, quota }));

describe('balances under another number of units a dollar', () => {
  it('are the largest, the smallest and one between, old beside new', () => {
    expect(readingsOf(balances(500_000, 0, 5_000_000, -250_000, 1_000_000, 750_000), 500_000, 1_000_000)).toEqual([
      { what: 'user2', before: '$10.00', after: '$5.00' },
      { what: 'user5', before: '$1.50', after: '$0.75' },
      { what: 'user3', before: '−$0.50', after: '−$0.25' },
    ]);
  });

  it('are all where there are few', () => {
    expect(readingsOf(balances(0, 500_000), 500_000, 100_000)).toEqual([
      { what: 'user1', before: '$1.00', after: '$5.00' },
      { what: 'user0', before: '$0.00', after: '$0.00' },
    ]);
    expect(readingsOf([], 500_000, 100_000)).toEqual([]);
  });
});
