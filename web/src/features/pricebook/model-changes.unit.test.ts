import { describe, expect, it } from '@jest/globals';
import { readChanges } from '@ledgate/domain/pricebook/changes';
import type { PricedModel } from './api/pricebook-api.ts';
import { changesFor, refusedField } from './model-changes.ts';

const UNIT = '500000';
const row = (part: Partial<PricedModel>): PricedModel => ({
  model: 'm.1',
  source: 'ratio',
  terms: { prices: { input: '2.5', output: '10', cachedRead: '1.25' } },
  catalogue: null,
  entries: ['modelRatio'],
  ...part,
});
const listed = row({
  source: 'catalogue',
  terms: {
    prices: { input: '3', output: '15' },
    tiers: [{ above: 200_000, prices: { input: '6' } }],
    searchTools: { preview: '0.025' },
  },
  catalogue: { prices: { input: '3', output: '15' } },
  entries: [],
});

describe('the changes of a model’s price', () => {
  it('by ratio are the ratios alone that are other than they were', () => {
    expect(
      changesFor(row({}), { source: 'ratio', prices: { input: '5', output: '20', cachedRead: '1' } }, UNIT),
    ).toMatchObject({
      ok: true,
      changes: { modelRatio: { 'm.1': '2.5' }, cacheReadRatio: { 'm.1': '0.2' } },
    });
    expect(
      changesFor(row({}), { source: 'ratio', prices: { input: '2.5', output: '10', cachedRead: '1.25' } }, UNIT),
    ).toMatchObject({ changes: {} });
  });

  it('by ratio take out an entry of which nothing is wanted any more', () =>
    expect(
      changesFor(
        row({ entries: ['modelRatio', 'cacheReadRatio'] }),
        { source: 'ratio', prices: { input: '2.5', output: '10' } },
        UNIT,
      ),
    ).toMatchObject({ changes: { cacheReadRatio: { 'm.1': null } } }));

  it('by ratio are refused at the price whose ratio has no end', () => {
    expect(changesFor(row({}), { source: 'ratio', prices: { input: '3', output: '10' } }, UNIT)).toEqual({
      ok: false,
      at: 'output',
      fault: 'endless',
    });
    expect(changesFor(row({}), { source: 'ratio', prices: { input: '0', output: '10' } }, UNIT)).toMatchObject({
      at: 'output',
    });
    expect(changesFor(row({}), { source: 'ratio', prices: { output: '10' } }, UNIT)).toMatchObject({
      at: 'input',
      fault: 'no_price',
    });
  });

  it('in dollars stand in the place of ratios and of a price of a call', () =>
    expect(
      changesFor(
        row({ entries: ['modelRatio', 'completionRatio', 'modelPrice', 'services'] }),
        { source: 'prices', prices: { input: '3', output: '10' } },
        UNIT,
      ),
    ).toMatchObject({
      changes: {
        modelRatio: { 'm.1': null },
        completionRatio: { 'm.1': null },
        modelPrice: { 'm.1': null },
        prices: { 'm.1': { input: '3', output: '10' } },
      },
    }));

  it('in dollars keep the tiers and tools that the catalogue has', () =>
    expect(changesFor(listed, { source: 'prices', prices: { input: '4', output: '15' } }, UNIT)).toMatchObject({
      changes: {
        prices: { 'm.1': { input: '4', output: '15' } },
        tiers: { 'm.1': listed.terms.tiers },
        searchTools: { 'm.1': { preview: '0.025' } },
      },
    }));

  it('to a price of a call take out all else', () =>
    expect(
      changesFor(
        row({ source: 'prices', entries: ['prices', 'tiers', 'imagePrice'] }),
        { source: 'call', prices: { call: '0.04' } },
        UNIT,
      ),
    ).toMatchObject({
      changes: { prices: { 'm.1': null }, tiers: { 'm.1': null }, modelPrice: { 'm.1': '0.04' } },
    }));

  it('to the catalogue’s take out all that the book says', () =>
    expect(
      changesFor(
        row({ entries: ['modelRatio', 'imagePrice'], catalogue: listed.catalogue }),
        { source: 'catalogue', prices: {} },
        UNIT,
      ),
    ).toEqual({
      ok: true,
      changes: { modelRatio: { 'm.1': null }, imagePrice: { 'm.1': null } },
    }));

  it('are those that the server reads', () => {
    const wanted = { source: 'prices', prices: { input: '3', image: '0.1' } } as const;
    const made = changesFor(row({ source: 'catalogue', terms: listed.terms }), wanted, UNIT);
    expect(readChanges(made.ok ? made.changes : undefined)).toMatchObject({ ok: true });
  });
});

describe('a refusal', () => {
  it.each([
    ['prices.m.1.cachedRead is not accepted: too many digits.', 'cachedRead'],
    ['completionRatio.m.1 无效：不是数字。', 'output'],
    ['modelRatio.m.1 is not accepted: too many digits.', 'input'],
    ['modelPrice.m.1 is not accepted: too many digits.', 'call'],
    ['starts_at is not accepted: past.', 'starts_at'],
    ['An upgrade is running: until it has ended this cannot be saved.', undefined],
    ['prices.m is not accepted: malformed.', undefined],
  ])('%s belongs to %s', (message, field) => expect(refusedField(message, 'm.1')).toBe(field));
});
