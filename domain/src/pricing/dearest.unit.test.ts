import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INPUT_PARTS, OUTPUT_PARTS } from '../tariff/usage-parts.ts';
import { defaultPriceBook } from './defaults.ts';
import { worstCaseOf } from './estimate.ts';
import { reckon } from './reckon.ts';

/** Prices and bounds in one. */
const worstCase = (request: Parameters<typeof worstCaseOf>[0] & Parameters<typeof worstCaseOf>[1]) =>
  worstCaseOf(request, request);

const price = fc.option(fc.constantFrom('0', '0.05', '1', '2.5', '40'), { nil: undefined });
const pricesOf = fc
  .record(Object.fromEntries(['input', 'output', ...INPUT_PARTS, ...OUTPUT_PARTS].map((name) => [name, price])))
  .map((prices) => Object.fromEntries(Object.entries(prices).filter(([, text]) => text !== undefined)));
const tiers = fc.array(fc.record({ above: fc.nat(2_000), prices: pricesOf }), { maxLength: 3 });
const builtIn = fc.constantFrom(undefined, { rules: 2, catalogue: '' });

describe('a reservation with a stated maximum', () => {
  it('is never below the charge of what it covers, whatever is priced, in whatever tier and of whatever parts', () => {
    const count = fc.nat(2_000);
    const parts = fc.record(Object.fromEntries([...INPUT_PARTS, ...OUTPUT_PARTS].map((part) => [part, fc.nat(800)])));
    fc.assert(
      fc.property(
        fc.record({ prices: pricesOf, tiers, builtIn, isPriced: fc.boolean(), isSound: fc.boolean() }),
        fc.constantFrom('mine', 'gpt-4o', 'gpt-4o-audio-preview', 'claude-3-opus-20240229'),
        fc.tuple(count, count, count, count),
        parts,
        (own, model, [prompt, completion, lessIn, lessOut], used) => {
          const book = {
            ...defaultPriceBook(),
            ...(own.builtIn === undefined ? {} : { builtIn: own.builtIn }),
            ...(own.isPriced ? { prices: { [model]: own.prices }, tiers: { [model]: own.tiers } } : {}),
          };
          const priced = { book, model, group: 'default' };
          const { audioInput = 0, cachedAudio: _cached, audioOutput: _spoken, ...silent } = used;
          const heard = Math.min(audioInput, Math.max(0, prompt - lessIn));
          const usage = {
            prompt: Math.max(0, prompt - lessIn),
            completion: Math.max(0, completion - lessOut),
            parts: own.isSound ? { ...used, cachedAudio: 0, cachedRead: 0, cachedWrite: 0, cachedWrite1h: 0 } : silent,
          };
          const worst = worstCase({
            ...priced,
            promptTokensBound: prompt,
            sound: own.isSound
              ? { promptTokensBound: heard, isAnswer: true }
              : { promptTokensBound: 0, isAnswer: false },
            completionMax: completion,
            choices: 1,
            preConsumedTokens: 500,
          });
          expect(reckon({ ...priced, usage }).amount).toBeLessThanOrEqual(worst.amount);
        },
      ),
      { numRuns: 2_000, seed: 20_261_123 },
    );
  });

  it('is that of its tokens where nothing costs more', () => {
    const book = defaultPriceBook();
    const request = { book, model: 'gpt-4o', group: 'default', promptTokensBound: 10, completionMax: 5, choices: 1 };
    expect(worstCase({ ...request, preConsumedTokens: 500 }).usage).toEqual({
      source: 'interrupted',
      prompt: 10,
      completion: 5,
    });
  });
});
