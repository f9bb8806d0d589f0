import { describe, expect, it } from '@jest/globals';
import { diffLines } from './diff-lines.ts';

describe('what differs in a price book', () => {
  it('is one line of what is one value', () =>
    expect(diffLines('1.25', '1.5')).toEqual([{ path: [], before: '1.25', after: '1.5' }]));

  it('is a line for each price that is other, new or gone', () =>
    expect(diffLines({ input: '2', output: '8', cachedRead: '1' }, { input: '3', output: '8', image: '4' })).toEqual([
      { path: ['input'], before: '2', after: '3' },
      { path: ['cachedRead'], before: '1', after: null },
      { path: ['image'], before: null, after: '4' },
    ]));

  it('names tiers by their tokens and rules by their ids, whatever their place', () => {
    expect(
      diffLines(
        [{ above: 200, prices: { input: '4' } }],
        [
          { above: 100, prices: { input: '3' } },
          { above: 200, prices: { input: '5' } },
        ],
      ),
    ).toEqual([
      { path: ['> 200', 'prices', 'input'], before: '4', after: '5' },
      { path: ['> 100', 'prices', 'input'], before: null, after: '3' },
    ]);
    expect(diffLines(null, [{ id: 'half', users: [1, 2], models: [], ratio: '0.5' }])).toEqual([
      { path: ['half', 'users'], before: null, after: '1, 2' },
      { path: ['half', 'ratio'], before: null, after: '0.5' },
    ]);
  });
});
