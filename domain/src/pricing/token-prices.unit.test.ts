import { describe, expect, it } from '@jest/globals';
import { reckon } from './reckon.ts';
import { defaultPriceBook } from './defaults.ts';
import { tokenPrices } from './token-prices.ts';

const book = {
  ...defaultPriceBook(),
  groupRatio: { default: '1', peak: '2.3' },
  modelPrice: { fixed: '0.003' },
  prices: { rich: { input: '2.5', output: '10', cachedRead: '1.25', search: '0.01' } },
};
const priced = (model: string, group: string, usage: Parameters<typeof reckon>[0]['usage'], perUnit?: string) =>
  tokenPrices(usage, reckon({ usage, model, group, book }).price, perUnit);

describe('the prices of a million tokens', () => {
  it('are what the ratios come to, with that of the group', () =>
    expect(priced('gpt-4o', 'peak', { prompt: 1_200, completion: 345 }, '500000')).toEqual([
      { what: 'prompt', tokens: 1_200, price: '5.75' },
      { what: 'completion', tokens: 345, price: '23' },
    ]));

  it('tell sound apart where it has a price of its own', () =>
    expect(
      priced(
        'gpt-4o-audio-preview',
        'default',
        { prompt: 40, completion: 25, parts: { audioInput: 30, audioOutput: 5 } },
        '500000',
      ),
    ).toEqual([
      { what: 'prompt', tokens: 10, price: '2.5' },
      { what: 'completion', tokens: 20, price: '10' },
      { what: 'audio_input', tokens: 30, price: '100' },
      { what: 'audio_output', tokens: 5, price: '200' },
    ]));

  it('are those of the lines, without what is sold by the piece', () =>
    expect(
      priced('rich', 'default', {
        prompt: 1_000,
        completion: 100,
        parts: { cachedRead: 400 },
        measured: { searches: 3 },
      }),
    ).toEqual([
      { what: 'input', tokens: 600, price: '2.5' },
      { what: 'cached_read', tokens: 400, price: '1.25' },
      { what: 'output', tokens: 100, price: '10' },
    ]));

  it('are rounded half up where they have no end', () =>
    expect(priced('gpt-4o', 'default', { prompt: 1, completion: 0 }, '300000')).toEqual([
      { what: 'prompt', tokens: 1, price: '4.166666666667' },
    ]));

  it('are none by the call, and none where nobody knows what a dollar was', () => {
    expect(priced('fixed', 'default', { prompt: 9, completion: 9 }, '500000')).toEqual([]);
    expect(priced('gpt-4o', 'default', { prompt: 9, completion: 9 })).toEqual([]);
    expect(priced('gpt-4o', 'default', { prompt: 9, completion: 9 }, '0')).toEqual([]);
  });
});
