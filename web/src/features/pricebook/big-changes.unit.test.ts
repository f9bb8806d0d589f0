import { describe, expect, it } from '@jest/globals';
import { bigChanges, isByMoreThanHalf } from './big-changes.ts';

describe('a change by more than half', () => {
  it.each([
    ['2', '3', false],
    ['2', '3.0000000000000000001', true],
    ['2', '1', false],
    ['2', '0.9999999999999999999', true],
    ['0.30000000000000004', '0.45000000000000006', false],
    ['1', '1', false],
    [null, '1', true],
    ['0', '0.001', true],
    ['0', null, false],
    ['5', null, true],
    ['5', '0', true],
  ])('from %s to %s: %s', (before, after, isSuch) => expect(isByMoreThanHalf(before, after)).toBe(isSuch));

  it('is told with both figures, of each that is stated', () =>
    expect(
      bigChanges(
        { prices: { input: '2', output: '8', cachedRead: '1' } },
        { prices: { input: '2', output: '16', image: '0.1' } },
      ),
    ).toEqual([
      { what: 'output', before: '8', after: '16' },
      { what: 'cachedRead', before: '1', after: '2' },
      { what: 'image', before: null, after: '0.1' },
    ]));

  it('is none where a part costs what it did as a part of all', () =>
    expect(bigChanges({ prices: { input: '2' } }, { prices: { input: '2', audioInput: '2.5' } })).toEqual([]));

  it('of a tier is none to exactly half', () =>
    expect(
      bigChanges(
        { prices: { input: '2', output: '8' }, tiers: [{ above: 200, prices: { input: '4' } }] },
        { prices: { input: '2', output: '8' } },
      ),
    ).toEqual([]));

  it('is seen in a tier that gets dearer', () =>
    expect(
      bigChanges(
        { prices: { input: '2', output: '8' } },
        { prices: { input: '2', output: '8' }, tiers: [{ above: 200, prices: { input: '4', output: '9' } }] },
      ),
    ).toEqual([{ what: 'input', above: 200, before: '2', after: '4' }]));

  it('is seen in a service tier and in a tool that searches, of those that are sold before and after', () => {
    const prices = { input: '2', output: '8', search: '0.01' };
    const flex = { prices: { input: '1' } };
    expect(
      bigChanges(
        { prices, services: { flex, fast: { prices: { input: '4' } } }, searchTools: { preview: '0.025' } },
        { prices, services: { flex, fast: { prices: { input: '7' } }, late: flex }, searchTools: { other: '0.012' } },
      ),
    ).toEqual([
      { what: 'input', of: 'fast', before: '4', after: '7' },
      { what: 'search', of: 'preview', before: '0.025', after: '0.01' },
    ]);
    expect(
      bigChanges({ prices, services: { fast: { ratio: '2' } } }, { prices, services: { fast: { ratio: '4' } } }),
    ).toMatchObject([{ what: 'input', of: 'fast', before: '4', after: '8' }, { what: 'output' }, { what: 'search' }]);
  });
});
