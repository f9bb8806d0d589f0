import { describe, expect, it } from '@jest/globals';
import { reckon, waivedPrice } from './reckon.ts';
import { defaultPriceBook } from './defaults.ts';
import { receiptLines, roundingDifference } from './receipt-lines.ts';

const book = { ...defaultPriceBook(), groupRatio: { default: '1', peak: '2.3' }, modelPrice: { fixed: '0.003' } };

describe('receiptLines', () => {
  it('multiplies a charge by tokens out, factor by factor', () => {
    const usage = { prompt: 3, completion: 2, parts: { audioInput: 1 } };
    const { price } = reckon({ usage, model: 'gpt-3.5-turbo-1106', group: 'peak', book });
    expect(receiptLines(usage, price)).toEqual([
      { what: 'prompt', quantity: '3', factor: '1', subtotal: '3' },
      { what: 'completion', quantity: '2', factor: '2', subtotal: '4' },
      { what: 'model_ratio', quantity: '7', factor: '0.5', subtotal: '3.5' },
      { what: 'group_ratio', quantity: '3.5', factor: '2.3', subtotal: '8.05' },
    ]);
  });

  it('prices audio tokens each in their way where they have a price of their own', () => {
    const usage = { prompt: 40, completion: 25, parts: { audioInput: 30, audioOutput: 5 } };
    const { price } = reckon({ usage, model: 'gpt-4o-audio-preview', group: 'default', book });
    expect(receiptLines(usage, price)).toEqual([
      { what: 'prompt', quantity: '10', factor: '1', subtotal: '10' },
      { what: 'completion', quantity: '20', factor: '4', subtotal: '80' },
      { what: 'audio_input', quantity: '30', factor: '40', subtotal: '1200' },
      { what: 'audio_output', quantity: '5', factor: '40', subtotal: '200' },
      { what: 'audio_completion_ratio', quantity: '200', factor: '2', subtotal: '400' },
      { what: 'model_ratio', quantity: '1690', factor: '1.25', subtotal: '2112.5' },
      { what: 'group_ratio', quantity: '2112.5', factor: '1', subtotal: '2112.5' },
    ]);
  });

  it.each([
    ['gpt-3.5-turbo-0613', 'default', 3, 2],
    ['gpt-4o', 'peak', 1_200, 345],
    ['glm-4-flash', 'default', 5, 5],
    ['fixed', 'peak', 9, 9],
    ['unknown', 'default', 1, 0],
    ['gpt-4o-mini-audio-preview', 'peak', 1_000, 500],
  ])('ends with the exact amount that the charge states: %s for %s', (model, group, prompt, completion) => {
    const usage = { prompt, completion, parts: { audioInput: 2, audioOutput: 7 } };
    const { price } = reckon({ usage, model, group, book });
    expect(receiptLines(usage, price).at(-1)?.subtotal).toBe(price.exact);
  });
});

describe('the lines of a charge by parts', () => {
  const rich = {
    ...book,
    prices: { rich: { input: '2.5', output: '10', cachedRead: '1.25', search: '0.01' } },
    services: { rich: { flex: { ratio: '0.5' } } },
  };
  const usage = { prompt: 1_000, completion: 100, parts: { cachedRead: 400 }, measured: { searches: 3 } };

  it('end with the exact amount, dollars become quota units on the way', () => {
    const { price } = reckon({ usage, model: 'rich', group: 'peak', book: rich, serviceTier: 'flex' });
    const lines = receiptLines(usage, price);
    expect(lines.at(-1)?.subtotal).toBe(price.exact);
    expect(lines.slice(0, 4)).toEqual([
      { what: 'input', quantity: '600', factor: '2.5', subtotal: '1500' },
      { what: 'quota_per_unit', quantity: '1500', factor: '500000', subtotal: '750000000' },
      { what: 'millionth', quantity: '750000000', factor: '0.000001', subtotal: '750' },
      { what: 'service_ratio', quantity: '750', factor: '0.5', subtotal: '375' },
    ]);
    expect(lines).toContainEqual({ what: 'searches', quantity: '3', factor: '0.01', subtotal: '0.03' });
  });

  it('are none but the sum of what was waived', () => {
    const { price } = reckon({ usage, model: 'rich', group: 'peak', book: rich });
    expect(receiptLines(usage, waivedPrice(price))).toEqual([
      { what: 'group_ratio', quantity: '0', factor: '2.3', subtotal: '0' },
    ]);
  });
});

describe('roundingDifference', () => {
  it.each([
    [8, '8.05', '-0.05'],
    [14, '13.5', '0.5'],
    [5, '5', '0'],
    [1, '0.375', '0.625'],
  ])('of %d and %s is %s', (total, exact, difference) => {
    expect(roundingDifference(total, exact)).toBe(difference);
  });
});
