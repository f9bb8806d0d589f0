import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '../pricing/defaults.ts';
import { changesBetween } from './compare.ts';

const book = { ...defaultPriceBook(), modelRatio: { a: '1', b: '2' }, prices: { m: { input: '1', output: '2' } } };

describe('changes between two books', () => {
  it('are entries that came, went or are others, and members that are one thing', () => {
    const after = {
      ...book,
      version: 9,
      startsAtMs: 5,
      modelRatio: { b: '3', c: '4' },
      quotaPerUnit: '1000',
      builtIn: { rules: 2, catalogue: '' },
      prices: { m: { input: '1', output: '2.5' } },
    };
    expect(changesBetween(book, after)).toEqual([
      { what: 'modelRatio.a', before: '1', after: null },
      { what: 'modelRatio.b', before: '2', after: '3' },
      { what: 'modelRatio.c', before: null, after: '4' },
      { what: 'quotaPerUnit', before: '500000', after: '1000' },
      { what: 'prices.m', before: { input: '1', output: '2' }, after: { input: '1', output: '2.5' } },
      { what: 'builtIn', before: null, after: { rules: 2, catalogue: '' } },
    ]);
  });

  it('are none where names stand in another order, and know every name', () => {
    const other = { ...book, modelRatio: { b: '2', a: '1' }, prices: { m: { output: '2', input: '1' } } };
    expect(changesBetween(book, other)).toEqual([]);
    const odd = Object.fromEntries([
      ['__proto__', '2'],
      ['constructor', '1'],
    ]);
    expect(changesBetween({ ...book, groupRatio: {} }, { ...book, groupRatio: odd })).toEqual([
      { what: 'groupRatio.__proto__', before: null, after: '2' },
      { what: 'groupRatio.constructor', before: null, after: '1' },
    ]);
  });
});
