import { describe, expect, it } from '@jest/globals';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { unpricedModelsBy } from './unpriced-models.ts';

const book: PriceBook = {
  ...defaultPriceBook(),
  builtIn: { rules: 2, catalogue: 'c'.repeat(64) },
  rules: [
    { id: 'r1', users: [], groups: ['vip'], models: ['for-vip'], prices: { input: '1' } },
    { id: 'r2', users: [7], groups: [], models: ['for-one'], prices: { input: '1' } },
  ],
};
const catalogue = { digest: 'c'.repeat(64), models: { listed: { prices: { input: '1', output: '2' } } } };
const unpriced = unpricedModelsBy({ book, catalogue });
const names = (models: string, group = 'default', modelMapping = '', setting = ''): readonly string[] =>
  unpriced({ models, group, modelMapping, setting }).map(({ model, billed_as: billed }) => `${model} as ${billed}`);

describe('the models of a channel that nothing prices', () => {
  it('are those that neither the book nor its catalogue names, in the order of the channel, each once', () => {
    expect(names('gpt-4o, unknown-b,listed,unknown-a,,unknown-b')).toEqual([
      'unknown-b as unknown-b',
      'unknown-a as unknown-a',
    ]);
    expect(names('gpt-4-gizmo-*,listed')).toEqual([]);
  });

  it('are known by what goes up, whatever is asked for', () => {
    const mapping = '{"fast":"gpt-4o","gpt-4o":"hidden","constructor":"listed"}';
    expect(names('fast,gpt-4o,constructor', 'default', mapping)).toEqual(['gpt-4o as hidden']);
    expect(names('constructor')).toEqual(['constructor as constructor']);
  });

  it('are all billed as the model that the channel sets', () => {
    const setting = '{"override":{"body":{"set":{"model":"hidden"}}}}';
    expect(names('listed', 'default', '', setting)).toEqual(['listed as hidden']);
  });

  it('are all as they are named where the mapping is still being typed', () => {
    expect(names('fast', 'default', '{"fast":"gpt-')).toEqual(['fast as fast']);
  });

  it('have a price only where each group of the channel has one', () => {
    expect(names('for-vip', 'vip')).toEqual([]);
    expect(names('for-vip', 'vip, default')).toEqual(['for-vip as for-vip']);
    expect(names('for-vip,gpt-4o', '')).toEqual(['for-vip as for-vip']);
    // A rule for some customers prices the model for nobody else.
    expect(names('for-one', 'default')).toEqual(['for-one as for-one']);
  });
});
