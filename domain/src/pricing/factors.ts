import type { PriceBook } from '../pricebook/events.ts';
import type { PriceExplanation } from '../till/charge.ts';
import { type AudioRatios, audioRatiosOf } from './audio-ratios.ts';
import { type Decimal, decimal, times } from './decimal.ts';
import { completionRatioOf, groupRatioOf, modelPriceOf, modelRatioOf } from './lookup.ts';

type Explained<Method extends PriceExplanation['method']> = Omit<
  Extract<PriceExplanation, { method: Method }>,
  'exact'
>;

/** All that a charge needs of a price book for one model and group. */
export type Factors =
  /** exact = (textInput + textOutput x completionRatio + audioInput x audio.input + audioOutput x audio.output) x unit */
  | {
      readonly method: 'tokens';
      readonly completionRatio: Decimal;
      readonly completionScale: bigint;
      readonly unit: Decimal;
      /** Undefined where an audio token costs what a text token does. */
      readonly audio: { readonly input: Decimal; readonly output: Decimal } | undefined;
      readonly explained: Explained<'tokens'>;
    }
  /** exact = call, whatever was used */
  | { readonly method: 'call'; readonly call: Decimal; readonly explained: Explained<'call'> };

/** Models and groups remembered for one price book; beyond it they are forgotten and looked up again. */
const FACTORS_PER_BOOK_MAX = 20_000;

type Remembered = { count: number; byGroup: Map<string, Map<string, Factors>> };
const books = new WeakMap<PriceBook, Remembered>();

/** The factors for a model of a group, looked up once for each price book object (docs/billing.md#price-of-a-model). */
export function factorsOf(book: PriceBook, model: string, group: string): Factors {
  return books.get(book)?.byGroup.get(group)?.get(model) ?? remember(book, model, group);
}

function remember(book: PriceBook, model: string, group: string): Factors {
  let remembered = books.get(book);
  if (remembered === undefined || remembered.count >= FACTORS_PER_BOOK_MAX)
    books.set(book, (remembered = { count: 0, byGroup: new Map() }));
  const factors = lookUp(book, model, group);
  let byModel = remembered.byGroup.get(group);
  if (byModel === undefined) remembered.byGroup.set(group, (byModel = new Map()));
  byModel.set(model, factors);
  remembered.count += 1;
  return factors;
}

function lookUp(book: PriceBook, model: string, group: string): Factors {
  const { version: priceBookVersion, quotaPerUnit } = book;
  const groupRatio = groupRatioOf(book, group);
  const modelPrice = modelPriceOf(book, model);
  if (modelPrice !== undefined) {
    const call = times(times(decimal(modelPrice), decimal(quotaPerUnit)), decimal(groupRatio));
    return {
      method: 'call',
      call,
      explained: {
        method: 'call',
        priceBookVersion,
        modelPrice,
        groupRatio,
        quotaPerUnit,
        rounding: 'half_up_minimum_1',
      },
    };
  }
  const modelRatio = modelRatioOf(book, model);
  const completion = completionRatioOf(book, model);
  const completionRatio = decimal(completion);
  const audioRatios = audioRatiosOf(model);
  return {
    method: 'tokens',
    completionRatio,
    completionScale: 10n ** BigInt(completionRatio.scale),
    unit: times(decimal(modelRatio), decimal(groupRatio)),
    audio: audioRatios === undefined ? undefined : audioFactors(audioRatios),
    explained: {
      method: 'tokens',
      priceBookVersion,
      modelRatio,
      completionRatio: completion,
      groupRatio,
      ...audioRatios,
      rounding: 'half_up_minimum_1',
    },
  };
}

function audioFactors({ audioRatio, audioCompletionRatio }: AudioRatios): { input: Decimal; output: Decimal } {
  const input = decimal(audioRatio);
  return { input, output: times(input, decimal(audioCompletionRatio)) };
}
