import { describe, expect, it } from '@jest/globals';
import { instantIn, withInstant } from './balance-at-choice.ts';

describe('an instant in an address', () => {
  it.each([
    ['at=1793491200', { at: 1_793_491_200, recorded: false, token: undefined }],
    ['at=1793491200&recorded=true', { at: 1_793_491_200, recorded: true, token: undefined }],
    ['at=1793491200&token=12', { at: 1_793_491_200, recorded: false, token: 12 }],
    ['at=1793491200&token=mine', { at: 1_793_491_200, recorded: false, token: undefined }],
    ['at=253402300799', { at: 253_402_300_799, recorded: false, token: undefined }],
    ['at=253402300800', undefined],
    ['at=0', undefined],
    ['at=-5', undefined],
    ['at=tomorrow', undefined],
    ['at=1e9', undefined],
    ['at=9999999999999', undefined],
    ['recorded=true', undefined],
    ['', undefined],
  ])('%s is %j', (text, expected) => expect(instantIn(new URLSearchParams(text))).toEqual(expected));

  it('leaves what else is chosen as it is, and goes without a trace', () => {
    const params = new URLSearchParams('tab=ledger&leases=true');
    const chosen = withInstant(params, { at: 5, recorded: true, token: undefined });
    expect(chosen.toString()).toBe('tab=ledger&leases=true&at=5&recorded=true');
    expect(withInstant(chosen, { at: 6, recorded: false, token: undefined }).toString()).toBe(
      'tab=ledger&leases=true&at=6',
    );
    expect(withInstant(chosen, { at: 6, recorded: false, token: 12 }).toString()).toBe(
      'tab=ledger&leases=true&at=6&token=12',
    );
    expect(withInstant(chosen, undefined).toString()).toBe('tab=ledger&leases=true');
  });
});
