import { describe, expect, it } from '@jest/globals';
import { chargeOf } from '@ledgate/domain/pricing/price-of';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { receiptLines, roundingDifference } from './receipt-lines.ts';

const book = { ...defaultPriceBook(), groupRatio: { default: '1', peak: '2.3' }, modelPrice: { fixed: '0.003' } };

describe('receiptLines', () => {
  it('multiplies a charge by tokens out, factor by factor', () => {
    const usage = { prompt: 3, completion: 2, audioInput: 1, audioOutput: 0 };
    const { price } = chargeOf({ usage, model: 'gpt-3.5-turbo-1106', group: 'peak', book });
    expect(receiptLines(usage, price)).toEqual([
      { what: 'prompt', quantity: '3', factor: '1', subtotal: '3' },
      { what: 'completion', quantity: '2', factor: '2', subtotal: '4' },
      { what: 'model_ratio', quantity: '7', factor: '0.5', subtotal: '3.5' },
      { what: 'group_ratio', quantity: '3.5', factor: '2.3', subtotal: '8.05' },
    ]);
  });

  it('prices audio tokens each in their way where they have a price of their own', () => {
    const usage = { prompt: 40, completion: 25, audioInput: 30, audioOutput: 5 };
    const { price } = chargeOf({ usage, model: 'gpt-4o-audio-preview', group: 'default', book });
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
    const usage = { prompt, completion, audioInput: 2, audioOutput: 7 };
    const { price } = chargeOf({ usage, model, group, book });
    expect(receiptLines(usage, price).at(-1)?.subtotal).toBe(price.exact);
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
