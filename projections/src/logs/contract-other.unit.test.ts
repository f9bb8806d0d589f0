import { describe, expect, it } from '@jest/globals';
import type { Position, Revision } from '@ledgate/domain/ports/event-store';
import { eventIdOf } from '@ledgate/domain/shared/ids';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { reckon } from '@ledgate/domain/pricing/reckon';
import { defaultPriceBook } from '@ledgate/domain/pricing/defaults';
import { exampleCharge } from '@ledgate/domain/testing/example-charge';
import type { Charge } from '@ledgate/domain/till/charge';
import type { ChargeFacts } from '../ledger/entry-facts.ts';
import { ledgerEntryOf } from '../ledger/ledger-entry-of.ts';
import { contractOther } from './contract-other.ts';

const ROW = { tags: '', isStream: false };

const factsOf = (changes: Partial<Charge>): ChargeFacts =>
  ledgerEntryOf({
    id: eventIdOf('charge', 0),
    event: { type: 'ConsumptionRecorded', data: { ...exampleCharge(changes), interrupted: false } },
    stream: 'till-1',
    revision: 1 as Revision,
    position: 2 as Position,
    metadata: {},
    atMs: 3,
    occurredAtMs: 3,
    recordedAtMs: 3,
  })?.facts as ChargeFacts;

describe('the keys of a row for the log page', () => {
  it('tell of audio tokens and their ratios where these have a price of their own', () => {
    const { usage } = exampleCharge();
    const heard = { ...usage, prompt: 40, completion: 25, parts: { audioInput: 30, audioOutput: 5 } };
    const priced = { usage: heard, model: 'gpt-4o-audio-preview', group: 'default', book: defaultPriceBook() };
    expect(contractOther(factsOf({ ...reckon(priced), usage: heard }), ROW, false)).toEqual({
      model_ratio: 1.25,
      group_ratio: 1,
      completion_ratio: 4,
      model_price: -1,
      frt: -1_000,
      usage_source: 'provider',
      audio: true,
      audio_input: 30,
      audio_output: 5,
      text_input: 10,
      text_output: 20,
      audio_ratio: 40,
      audio_completion_ratio: 2,
    });
  });

  it('tell the ratios of a charge by lines too, and those that its prices come to', () => {
    const book = {
      ...defaultPriceBook(),
      builtIn: { rules: 2, catalogue: '' },
      prices: { priced: { input: '3', output: '15', cachedRead: '0.3' }, drawn: { call: '0.04' } },
    };
    const used = { source: 'provider' as const, prompt: 100, completion: 10 };
    const cached = { ...used, parts: { cachedRead: 40 } };
    const other = (model: string, usage: Charge['usage']) =>
      contractOther(factsOf({ ...reckon({ book, model, group: 'default', usage }), usage }), ROW, false);
    expect(other('gpt-4o', cached)).toMatchObject({ model_ratio: 1.25, completion_ratio: 4, model_price: -1 });
    expect(other('priced', cached)).toMatchObject({ model_ratio: 1.5, completion_ratio: 5, model_price: -1 });
    expect(other('drawn', used)).toMatchObject({ model_ratio: 0, completion_ratio: 0, model_price: 0.04 });
    const pictures = { ...used, prompt: 0, completion: 0, measured: { images: 2 }, size: '1792x1024', quality: 'hd' };
    expect(other('dall-e-3', pictures)).toMatchObject({ model_ratio: 0, model_price: 0.24 });
    const sound = { ...used, parts: { cachedRead: 40, audioInput: 30, audioOutput: 5 } };
    expect(other('gpt-4o-audio-preview', sound)).toMatchObject({ audio: true, audio_ratio: 40, audio_input: 30 });
  });

  it('come to what was charged where sound has prices, also one side’s alone, and where no text of the prompt was new', () => {
    const book: PriceBook = {
      ...defaultPriceBook(),
      builtIn: { rules: 2, catalogue: '' },
      prices: {
        both: { input: '2.5', output: '10', cachedRead: '0.25', audioInput: '32', audioOutput: '64' },
        heard: { input: '0.3', output: '2.5', cachedRead: '0.03', audioInput: '1' },
        spoken: { input: '2.5', output: '10', audioOutput: '64' },
      },
    };
    const usages = [
      { audioInput: 600, audioOutput: 300 },
      { audioInput: 600 },
      { audioOutput: 300 },
      { audioInput: 1_000 },
      { audioInput: 1_000, audioOutput: 500 },
    ];
    const ofCache = [{ cachedRead: 1_000 }, { cachedRead: 400, audioInput: 600 }];
    for (const model of ['both', 'heard', 'spoken', 'gpt-4o-audio-preview'])
      for (const [index, each] of [...usages, ...(book.prices?.[model] === undefined ? [] : ofCache)].entries()) {
        const usage: Charge['usage'] = { source: 'provider', prompt: 1_000, completion: 500, parts: each };
        const { price, amount } = reckon({ book, model, group: 'default', usage });
        const other = contractOther(factsOf({ price, amount, usage }), ROW, false) as Record<string, number>;
        const of = (key: string): number => other[key] ?? 0;
        const tokens =
          other['audio'] === undefined
            ? 1_000 + 500 * of('completion_ratio')
            : of('text_input') +
              of('text_output') * of('completion_ratio') +
              (of('audio_input') + of('audio_output') * of('audio_completion_ratio')) * of('audio_ratio');
        expect([model, index, Math.round(tokens * of('model_ratio'))]).toEqual([model, index, amount]);
      }
  });

  it('tell who says what was used', () => {
    const { usage } = exampleCharge();
    for (const source of ['provider', 'counted', 'estimated', 'interrupted'] as const)
      expect(contractOther(factsOf({ usage: { ...usage, source } }), ROW, false)).toMatchObject({
        usage_source: source,
      });
  });

  it('tell how hard a model was asked to think, where somebody said', () => {
    expect(contractOther(factsOf({ reasoningEffort: 'high' }), ROW, false)).toMatchObject({
      reasoning_effort: 'high',
    });
    expect(contractOther(factsOf({}), ROW, false)).not.toHaveProperty('reasoning_effort');
  });

  it('tell to what its caller attributed the call, where he did', () => {
    const row = { tags: 'project=atlas,cost-centre=emea/4711', isStream: false };
    expect(contractOther(factsOf({ endUser: 'ZW5kdXNlcjEyMzQ1' }), row, false)).toMatchObject({
      tags: { project: 'atlas', 'cost-centre': 'emea/4711' },
      end_user: 'ZW5kdXNlcjEyMzQ1',
    });
    const other = contractOther(factsOf({}), ROW, true);
    expect(other).not.toHaveProperty('tags');
    expect(other).not.toHaveProperty('end_user');
  });

  it('say nothing of audio elsewhere, whatever was used', () => {
    const { usage } = exampleCharge();
    const facts = factsOf({ usage: { ...usage, parts: { audioInput: 9 } } });
    expect(facts).not.toHaveProperty('audioInput');
    expect(contractOther(facts, ROW, false)).not.toHaveProperty('audio');
  });
});
