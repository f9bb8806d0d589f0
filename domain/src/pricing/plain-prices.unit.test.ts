import { describe, expect, it } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import type { PriceBook } from '../pricebook/events.ts';
import { defaultPriceBook } from './defaults.ts';
import { promptChargeOf, worstCaseOf } from './estimate.ts';
import { hasPrice, reckon } from './reckon.ts';
import { CHARGE_MAX } from './rounding.ts';

/** Prices and bounds in one. */
const worstCase = (request: Parameters<typeof worstCaseOf>[0] & Parameters<typeof worstCaseOf>[1]) =>
  worstCaseOf(request, request);
const promptCharge = (request: Parameters<typeof promptChargeOf>[0] & Parameters<typeof promptChargeOf>[1]) =>
  promptChargeOf(request, request);

const defaults = defaultPriceBook();
const book: PriceBook = {
  ...defaults,
  version: 7,
  modelRatio: { ...defaults.modelRatio, 'own-ratios': '0.37', 'vendor/model': '2' },
  completionRatio: { ...defaults.completionRatio, 'own-ratios': '2.5', 'vendor/model': '3', 'gpt-4-turbo': '3.5' },
  modelPrice: {
    ...defaults.modelPrice,
    'price-0.01': '0.01',
    'price-0.003': '0.003',
    'price-0.005': '0.005',
    'price-0.0000139': '0.0000139',
    'price-0.0000001': '0.0000001',
    'price-0': '0',
  },
  groupRatio: { ...defaults.groupRatio, bulk: '0.8', dear: '1.5', peak: '2.3', night: '0.7' },
};

const charge = (model: string, group: string, prompt: number, completion: number) =>
  reckon({ usage: { prompt, completion }, model, group, book });

describe('a charge by tokens', () => {
  it.each([
    ['gpt-4o-mini', 'default', 1000, 500, 225, '225'],
    ['gpt-4o', 'default', 1200, 345, 3225, '3225'],
    ['gpt-4o', 'bulk', 1200, 345, 2580, '2580'],
    ['gpt-3.5-turbo-0613', 'default', 100, 50, 125, '124.99999999999999875'],
    ['text-embedding-3-small', 'default', 7, 0, 1, '0.07'],
    ['text-embedding-3-small', 'default', 120, 0, 1, '1.2'],
    ['glm-4-flash', 'default', 1000, 1000, 0, '0'],
    ['gpt-3.5-turbo-0613', 'default', 3, 2, 4, '4.24999999999999995'],
    ['gpt-4o-mini', 'dear', 100, 5, 14, '13.5'],
    ['gpt-4o', 'default', 2, 1, 8, '7.5'],
    ['gpt-4o-mini', 'default', 1, 1, 1, '0.375'],
    ['gpt-4o-mini', 'default', 8, 3, 2, '1.5'],
    ['o1', 'default', 10, 7, 285, '285'],
    ['o3-mini', 'default', 100, 25, 110, '110'],
    ['chatgpt-4o-latest', 'default', 10, 10, 100, '100'],
    ['gpt-4o-2024-05-13', 'default', 10, 10, 100, '100'],
    ['gpt-4', 'default', 100, 50, 3000, '3000'],
    ['gpt-3.5-turbo', 'default', 100, 100, 100, '100'],
    ['gpt-3.5-turbo-1106', 'default', 100, 100, 150, '150'],
    ['nobody-priced-this', 'default', 5, 5, 300, '300'],
    ['own-ratios', 'default', 10, 4, 7, '7.4'],
    ['own-ratios', 'default', 12, 1, 5, '5.365'],
    ['gpt-4', 'no-such-group', 100, 0, 1500, '1500'],
    ['whisper-1', 'default', 1033, 0, 15495, '15495'],
    ['constructor', '__proto__', 1, 1, 60, '60'],
    ['vendor/model', 'default', 1, 1, 8, '8'],
  ])('%s for %s: %d in, %d out costs %d', (model, group, prompt, completion, amount, exact) => {
    expect(charge(model, group, prompt, completion)).toMatchObject({
      amount,
      price: { method: 'tokens', exact, priceBookVersion: 7 },
    });
  });

  it('takes an entry of the option before the built-in rule', () => {
    expect(charge('gpt-4-turbo', 'default', 10, 10)).toMatchObject({ amount: 225, price: { completionRatio: '3.5' } });
  });

  it('explains itself with the decimals of the price book', () => {
    expect(charge('gpt-3.5-turbo-0613', 'night', 1, 1).price).toEqual({
      method: 'tokens',
      priceBookVersion: 7,
      modelRatio: '0.75',
      completionRatio: '1.3333333333333333',
      groupRatio: '0.7',
      rounding: 'half_up_minimum_1',
      exact: '1.2249999999999999825',
    });
  });

  it('cuts what no account can pay to the largest charge and tells the exact amount', () => {
    expect(charge('gpt-4-32k', 'default', 2 ** 50, 0)).toMatchObject({
      amount: CHARGE_MAX,
      price: { exact: '33776997205278720' },
    });
  });
});

describe('a charge with sound', () => {
  const sounding = (model: string, prompt: number, completion: number, audioInput: number, audioOutput: number) =>
    reckon({ usage: { prompt, completion, parts: { audioInput, audioOutput } }, model, group: 'default', book });

  it.each([
    ['gpt-4o-audio-preview', 1_000, 500, 1_000, 500, 100_000, '100000', '40'],
    ['gpt-4o-audio-preview', 40, 25, 30, 5, 2_113, '2112.5', '40'],
    ['gpt-4o-audio-preview', 40, 25, 0, 0, 175, '175', '40'],
    ['gpt-4o-audio-preview-2024-12-17', 10, 10, 10, 10, 14_400, '14400', '16'],
    ['gpt-4o-mini-audio-preview', 3, 0, 3, 0, 6_000, '6000.0000000000003', '66.66666666666667'],
    ['gpt-4o-realtime-preview', 1, 1, 1, 1, 150, '150', '20'],
    ['gpt-4o-realtime-preview-2024-12-17', 1, 1, 1, 1, 60, '60', '8'],
    ['gpt-4o-mini-realtime-preview', 1, 0, 1, 0, 5, '5.0000000000000004', '16.666666666666668'],
  ])(
    '%s: %d in and %d out, %d and %d of them audio, costs %d',
    (model, prompt, completion, audioInput, audioOutput, amount, exact, audioRatio) => {
      expect(sounding(model, prompt, completion, audioInput, audioOutput)).toMatchObject({
        amount,
        price: { exact, audioRatio, audioCompletionRatio: '2' },
      });
    },
  );

  it('costs what text costs where audio has no price of its own, and the explanation says nothing of it', () => {
    for (const model of ['gpt-4o', 'gemini-2.0-flash', 'qwen-audio-turbo']) {
      const { amount, price } = sounding(model, 100, 10, 50, 5);
      expect({ amount, price }).toEqual(charge(model, 'default', 100, 10));
      expect(price).not.toHaveProperty('audioRatio');
    }
  });

  it('never takes a part for more than its whole', () => {
    expect(sounding('gpt-4o-audio-preview', 10, 5, 999, 999)).toEqual(sounding('gpt-4o-audio-preview', 10, 5, 10, 5));
  });

  it('can be computed again from usage and explanation alone', () => {
    const tokens = fc.nat({ max: 1_000_000 });
    fc.assert(
      fc.property(
        fc.constantFrom('gpt-4o-audio-preview', 'gpt-4o-mini-realtime-preview', 'own-audio'),
        fc.constantFrom('default', 'bulk', 'peak'),
        fc.record({
          prompt: tokens,
          completion: tokens,
          parts: fc.record({ audioInput: tokens, audioOutput: tokens }),
        }),
        (model, group, usage) => {
          const { audioInput, audioOutput } = usage.parts;
          const { price } = reckon({ usage, model, group, book });
          if (price.method !== 'tokens') throw new Error('priced by call');
          const a = new Big(price.audioRatio ?? 1);
          const audioIn = price.audioRatio === undefined ? 0 : Math.min(audioInput, usage.prompt);
          const audioOut = price.audioRatio === undefined ? 0 : Math.min(audioOutput, usage.completion);
          const again = new Big(usage.prompt - audioIn)
            .plus(new Big(usage.completion - audioOut).times(price.completionRatio))
            .plus(a.times(audioIn))
            .plus(a.times(price.audioCompletionRatio ?? 1).times(audioOut));
          expect(new Big(price.exact).eq(again.times(price.modelRatio).times(price.groupRatio))).toBe(true);
        },
      ),
      { numRuns: 300, seed: 20_261_122 },
    );
  });

  it('is reserved at the price of sound: of the prompt what is sound, of the answer all where sound is asked for', () => {
    const request = {
      book,
      model: 'gpt-4o-audio-preview',
      group: 'default',
      promptTokensBound: 150,
      completionMax: 100,
      choices: 2,
      preConsumedTokens: 500,
    };
    expect(worstCase(request).amount).toBe(Math.round((150 + 200 * 4) * 1.25));
    expect(worstCase({ ...request, sound: { promptTokensBound: 100, isAnswer: false } }).amount).toBe(
      Math.round((50 + 100 * 40 + 200 * 4) * 1.25),
    );
    expect(worstCase({ ...request, sound: { promptTokensBound: 100, isAnswer: true } }).amount).toBe(
      Math.round((50 + 100 * 40 + 200 * 40 * 2) * 1.25),
    );
    expect(promptCharge({ ...request, promptTokens: 150, soundTokens: 100 }).amount).toBe(5_063);
  });
});

describe('a charge by call', () => {
  it.each([
    ['price-0.01', 'default', 5000],
    ['price-0.003', 'peak', 3450],
    ['price-0.005', 'night', 1750],
    ['price-0.0000139', 'default', 7],
    ['price-0.0000001', 'default', 1],
    ['price-0', 'default', 0],
    ['mj_imagine', 'default', 50_000],
    ['suno_music', 'default', 50_000],
    ['suno_lyrics', 'default', 5_000],
    ['gpt-4-gizmo-abc', 'default', 50_000],
    ['dall-e-3', 'default', 20_000],
  ])('%s for %s costs %d', (model, group, amount) => {
    expect(charge(model, group, 1000, 1000)).toMatchObject({
      amount,
      price: { method: 'call', quotaPerUnit: '500000' },
    });
  });
});

describe('a custom GPT', () => {
  it('shares the ratio of gpt-4-gizmo-* and the completion ratio of its family', () => {
    const unpriced = { ...book, modelPrice: {} };
    expect(
      reckon({
        usage: { prompt: 1, completion: 1 },
        model: 'gpt-4-gizmo-x',
        group: 'default',
        book: unpriced,
      }),
    ).toMatchObject({ amount: 45 });
    expect(
      reckon({
        usage: { prompt: 1, completion: 1 },
        model: 'gpt-4o-gizmo-x',
        group: 'default',
        book: unpriced,
      }),
    ).toMatchObject({ amount: 120 });
  });
});

describe('a model', () => {
  it.each([
    ['gpt-4o', true],
    ['own-ratios', true],
    ['price-0', true],
    ['gpt-4-gizmo-x', true],
    ['nobody-priced-it', false],
    ['constructor', false],
  ])('%s has a price: %s', (model, expected) => {
    expect(hasPrice({ book, model, group: 'default' })).toBe(expected);
  });
});

describe('a price', () => {
  const decimalText = fc
    .tuple(fc.nat(5_000), fc.integer({ min: 0, max: 9_999_999 }), fc.nat(7))
    .map(([whole, fraction, digits]) =>
      digits === 0 ? String(whole) : `${whole}.${String(fraction).padStart(7, '0').slice(0, digits)}`,
    );

  it('equals a slow computation in another arithmetic', () => {
    fc.assert(
      fc.property(
        decimalText,
        decimalText,
        decimalText,
        fc.nat(2_000_000),
        fc.nat(2_000_000),
        (ratio, completionRatio, groupRatio, prompt, completion) => {
          const own: PriceBook = {
            ...book,
            modelRatio: { m: ratio },
            completionRatio: { m: completionRatio },
            groupRatio: { g: groupRatio },
          };
          const exact = new Big(completion).times(completionRatio).plus(prompt).times(ratio).times(groupRatio);
          const rounded = exact.gt(0) ? Math.max(1, Number(exact.round(0, Big.roundHalfUp))) : 0;
          const { amount, price } = reckon({
            usage: { prompt, completion },
            model: 'm',
            group: 'g',
            book: own,
          });
          expect(new Big(price.exact).eq(exact)).toBe(true);
          expect(price.exact).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
          expect(amount).toBe(Math.min(rounded, CHARGE_MAX));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('of a call equals a slow computation in another arithmetic', () => {
    fc.assert(
      fc.property(decimalText, decimalText, decimalText, (price, quotaPerUnit, groupRatio) => {
        const own: PriceBook = { ...book, modelPrice: { m: price }, quotaPerUnit, groupRatio: { g: groupRatio } };
        const exact = new Big(price).times(quotaPerUnit).times(groupRatio);
        const rounded = exact.gt(0) ? Math.max(1, Number(exact.round(0, Big.roundHalfUp))) : 0;
        expect(reckon({ usage: { prompt: 5, completion: 5 }, model: 'm', group: 'g', book: own }).amount).toBe(
          Math.min(rounded, CHARGE_MAX),
        );
      }),
    );
  });
});

describe('an estimate', () => {
  const estimate = { promptTokensBound: 100, choices: 1, preConsumedTokens: 500, group: 'default', book };

  it('without a stated maximum is the pre-consumed amount, whatever the prompt', () => {
    expect(worstCase({ ...estimate, model: 'gpt-4o', completionMax: undefined }).amount).toBe(625);
    expect(
      worstCase({
        ...estimate,
        model: 'gpt-4o-mini',
        group: 'dear',
        preConsumedTokens: 400,
        completionMax: undefined,
      }).amount,
    ).toBe(45);
  });

  it('with a stated maximum covers the prompt and every choice, the completion ratio included', () => {
    expect(worstCase({ ...estimate, model: 'gpt-4o', completionMax: 1000 }).amount).toBe((100 + 1000 * 4) * 1.25);
    expect(worstCase({ ...estimate, model: 'gpt-4o', completionMax: 1000, choices: 3 }).amount).toBe(
      (100 + 3 * 1000 * 4) * 1.25,
    );
  });

  it('of a model priced by call is that price', () => {
    expect(worstCase({ ...estimate, model: 'price-0.01', completionMax: 1000, choices: 2 }).amount).toBe(5000);
    expect(promptCharge({ ...estimate, model: 'price-0.01', promptTokens: 0 }).amount).toBe(5000);
  });

  it('of a prompt alone is the price of its tokens', () => {
    expect(promptCharge({ ...estimate, model: 'gpt-4o', promptTokens: 10 })).toMatchObject({
      amount: 13,
      usage: { prompt: 10, completion: 0, source: 'interrupted' },
    });
  });

  it('never falls below the charge for what it covers', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(100),
        fc.nat(100),
        (bound, max, choices, lessIn, lessOut) => {
          const worst = worstCase({
            ...estimate,
            model: 'gpt-3.5-turbo-0613',
            promptTokensBound: bound,
            completionMax: max,
            choices,
          }).amount;
          const usage = {
            prompt: Math.max(0, bound - lessIn),
            completion: Math.max(0, max * choices - lessOut),
          };
          expect(reckon({ usage, model: 'gpt-3.5-turbo-0613', group: 'default', book }).amount).toBeLessThanOrEqual(
            worst,
          );
        },
      ),
    );
  });
});
