import { describe, expect, it } from '@jest/globals';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { chatOf, ProviderCall } from '../../testing/provider-call.ts';
import { atMostItsOutput, nineCharacters } from './compatible-values.ts';

describe('a maximum', () => {
  const of = (model: string, maximum: unknown): unknown => {
    const priced = { book: defaultPriceBook(), group: 'default', model };
    return atMostItsOutput(maximum, new ProviderCall('deepseek', 'chat', chatOf(), { priced }).call);
  };

  it('is at most what the model is known to write', () => {
    expect([of('deepseek-chat', 100), of('deepseek-chat', 32_000), of('deepseek-reasoner', 32_000)]).toEqual([
      100, 8_192, 32_000,
    ]);
  });

  it('stays as it is where nobody knows the model, or nobody pays', () => {
    expect(of('own-model', 32_000)).toBe(32_000);
    expect(atMostItsOutput(32_000, new ProviderCall('deepseek', 'chat', chatOf()).call)).toBe(32_000);
  });
});

describe('an id of a call in nine characters', () => {
  it('is itself where it has them', () => {
    expect(nineCharacters('callAAAA1')).toBe('callAAAA1');
  });

  it.each(['call_1', 'toolu_01A09q90qw90lq917835lq9', 'ünicode12', ''])('comes of %j, always the same', (id) => {
    expect(nineCharacters(id)).toMatch(/^[a-z0-9]{9}$/);
    expect(nineCharacters(id)).toBe(nineCharacters(id));
    expect(nineCharacters(id)).not.toBe(nineCharacters(`${id}2`));
  });
});
