import { partsOf, type PricedParts } from '@ledgate/domain/pricing/amount-of';
import { type Decimal, decimal, decimalText, times } from '@ledgate/domain/pricing/decimal';
import type { Explanation, Line, PartsExplanation } from '@ledgate/domain/tariff/explanation';
import type { Usage } from '@ledgate/domain/till/charge';

/** What consoles compute a price from, as decimal text; null: the charge says nothing of it. */
type Ratios = {
  readonly modelRatio: string | null;
  readonly completionRatio: string | null;
  /** USD of the whole call. */
  readonly modelPrice: string | null;
  readonly audio: AudioRatios | undefined;
};

/** What a token of sound costs beside one of text, and beside one of sound in the prompt. */
type AudioRatios = { readonly audioRatio: string; readonly audioCompletionRatio: string };

/** Of a charge by lines the factors of its lines; of one by prices the ratios that would make them (docs/billing.md#log-rows). */
export function ratiosOf(price: Explanation): Ratios {
  if (price.method === 'parts') return ratiosOfLines(price);
  if (price.method === 'call')
    return { modelRatio: null, completionRatio: null, modelPrice: price.modelPrice, audio: undefined };
  const { modelRatio, completionRatio, audioRatio, audioCompletionRatio } = price;
  const audio =
    audioRatio === undefined || audioCompletionRatio === undefined ? undefined : { audioRatio, audioCompletionRatio };
  return { modelRatio, completionRatio, modelPrice: null, audio };
}

const CALLED: ReadonlySet<string> = new Set(['call', 'images']);

/** What a prompt may be made of; the first of them that was used is what the ratios are to. */
const OF_PROMPT = [
  'input',
  'cached_read',
  'cached_audio',
  'cached_write',
  'cached_write_1h',
  'audio_input',
  'image_input',
  'video_input',
] as const satisfies readonly Line['what'][];

function ratiosOfLines({ lines, quotaPerUnit }: PartsExplanation): Ratios {
  const factor = (name: keyof Line): string | undefined =>
    lines.map((line) => line[name] as string | undefined).find((text) => text !== undefined);
  const perMillion = (what: Line['what']): string | undefined => lines.find((line) => line.what === what)?.per_million;
  const called = lines.some(({ what }) => what === 'input') ? undefined : lines.find(({ what }) => CALLED.has(what));
  if (called !== undefined)
    return {
      modelRatio: null,
      completionRatio: null,
      modelPrice: decimalText(dollarsOf(called)),
      audio: undefined,
    };
  const [heard, spoken] = [perMillion('audio_input'), perMillion('audio_output')];
  const input = OF_PROMPT.map(perMillion).find((price) => price !== undefined);
  const audioRatio = factor('audio_ratio');
  return {
    modelRatio:
      factor('model_ratio') ??
      (input === undefined ? null : decimalText(times(times(decimal(input), decimal(quotaPerUnit)), MILLIONTH))),
    completionRatio: factor('completion_ratio') ?? quotientOf(perMillion('output'), input),
    modelPrice: null,
    audio:
      audioRatio === undefined
        ? audioOfPrices(input, heard, spoken)
        : { audioRatio, audioCompletionRatio: factor('audio_completion_ratio') ?? ANY },
  };
}

/** Tokens of text and sound, as they are priced: sound without a price of its own is text. */
export function textAndSound(usage: Usage, price: Explanation): PricedParts {
  if (price.method !== 'parts') return partsOf(usage, price.method === 'tokens' ? price : {});
  const tokens = (what: Line['what']): number => price.lines.find((line) => line.what === what)?.quantity ?? 0;
  const [audioInput, audioOutput] = [tokens('audio_input'), tokens('audio_output')];
  return {
    textInput: usage.prompt - audioInput,
    textOutput: usage.completion - audioOutput,
    audioInput,
    audioOutput,
  };
}

/** Of what was not used. */
const ANY = '1';

/** Where only one of the two was used, the other costs the same, which counts for nothing. */
function audioOfPrices(
  input: string | undefined,
  heard: string | undefined,
  spoken: string | undefined,
): AudioRatios | undefined {
  if (heard === undefined && spoken === undefined) return undefined;
  const audioRatio = heard === undefined ? ANY : quotientOf(heard, input);
  const audioCompletionRatio = spoken === undefined ? ANY : quotientOf(spoken, heard ?? input);
  return audioRatio === null || audioCompletionRatio === null ? undefined : { audioRatio, audioCompletionRatio };
}

const MILLIONTH: Decimal = { units: 1n, scale: 6 };
const SHOWN_DIGITS = 12;

const quotientOf = (one: string | undefined, other: string | undefined): string | null =>
  one === undefined || other === undefined || Number(other) === 0
    ? null
    : String(Number((Number(one) / Number(other)).toPrecision(SHOWN_DIGITS)));

const dollarsOf = ({ what: _what, quantity, ...factors }: Line): Decimal =>
  Object.values(factors as Readonly<Record<string, string>>).reduce((all, text) => times(all, decimal(text)), {
    units: BigInt(quantity),
    scale: 0,
  } as Decimal);
