import { describe, expect, it } from '@jest/globals';
import { wrongCharges } from './wrong-charges.ts';

const PRICE = 5;
const BY_POLICY = 2;
const told = (complete: boolean, records: number, amount: number, isSent = true): readonly string[] =>
  wrongCharges([
    {
      call: { serial: 7, key: 'k', streamed: true, status: 200, requestId: 'r', complete, failure: '' },
      price: PRICE,
      interrupted: [BY_POLICY],
      isSent,
      charged: { records, amount },
    },
  ]);

describe('the charge of a call', () => {
  it.each([
    ['a complete answer, once with its price', true, 1, PRICE],
    ['an answer that was broken off, once with its price', false, 1, PRICE],
    ['an answer that was broken off, by the policy', false, 1, BY_POLICY],
    ['an answer that was broken off, not at all', false, 0, 0],
  ])('is right for %s', (_what, complete, records, amount) => {
    expect(told(complete, records, amount)).toEqual([]);
  });

  it('is right for a call that did not go upstream, not at all', () => {
    expect(told(false, 0, 0, false)).toEqual([]);
  });

  it.each([
    ['a complete answer, not at all', true, 0, 0],
    ['a complete answer, twice', true, 2, PRICE],
    ['a complete answer, with another amount', true, 1, PRICE + 1],
    ['a complete answer, with what an interrupted one costs', true, 1, BY_POLICY],
    ['an answer that was broken off, twice', false, 2, PRICE],
    ['an answer that was broken off, with another amount', false, 1, PRICE - 1],
    ['an answer that was broken off, by a correction of nothing', false, 0, PRICE],
  ])('is wrong for %s', (_what, complete, records, amount) => {
    expect(told(complete, records, amount)).toEqual([
      expect.stringContaining(
        `call 7 (r), ${complete ? 'complete for 5' : 'ended with 200'}: ${records} records, ${amount} in all`,
      ),
    ]);
  });

  it('is wrong for a call that did not go upstream, with its price', () => {
    expect(told(false, 1, PRICE, false)).toEqual([expect.stringContaining('not sent upstream')]);
  });
});
