import { describe, expect, it } from '@jest/globals';
import { Purse } from './purse.ts';

describe('a purse', () => {
  it('may spend a larger limit that has been replaced, until the newer one stands there too', () => {
    const purse = new Purse('the limit', 5);
    purse.raisedTo(52);
    expect(purse.spend(40, 0)).toBeUndefined();
    purse.limitedTo(41);
    expect(purse.spend(2, 0)).toMatch('the limit is oversold: -1, where 0 is the least');
  });

  it('is not narrowed by a smaller limit that has been replaced', () => {
    const purse = new Purse('the limit', 5);
    purse.raisedTo(2);
    expect(purse.spend(5, 0)).toBeUndefined();
  });

  it('goes below zero after a debit by what was handed out and what was charged beyond it, and no further', () => {
    const purse = new Purse('the balance', 10);
    purse.add(-10);
    purse.debited({ held: 3, beside: 2 });
    expect(purse.spend(5, 0)).toBeUndefined();
    expect(purse.spend(1, 0)).toMatch('oversold');
  });
});
