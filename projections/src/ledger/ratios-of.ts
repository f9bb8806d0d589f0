import { type Decimal, decimal, decimalText, times } from '@ledgate/domain/pricing/decimal';
import type { Explanation, Line, PartsExplanation } from '@ledgate/domain/tariff/explanation';

/** What consoles compute a price from, as decimal text; null: the charge says nothing of it. */
type Ratios = {
  readonly modelRatio: string | null;
  readonly completionRatio: string | null;
  /** USD of the whole call. */
  readonly modelPrice: string | null;
  readonly audio: { readonly audioRatio: string; readonly audioCompletionRatio: string } | undefined;
};

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
  const [input, output] = [perMillion('input'), perMillion('output')];
  const [audioRatio, audioCompletionRatio] = [factor('audio_ratio'), factor('audio_completion_ratio')];
  return {
    modelRatio:
      factor('model_ratio') ??
      (input === undefined ? null : decimalText(times(times(decimal(input), decimal(quotaPerUnit)), MILLIONTH))),
    completionRatio: factor('completion_ratio') ?? quotientOf(output, input),
    modelPrice: null,
    audio:
      audioRatio === undefined || audioCompletionRatio === undefined ? undefined : { audioRatio, audioCompletionRatio },
  };
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
