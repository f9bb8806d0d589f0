import { type Explanation, type LineName, TOKEN_LINE_NAMES } from '../tariff/explanation.ts';
import { factorValue } from '../tariff/rates.ts';
import type { PartedUsage } from '../tariff/usage-parts.ts';
import { partsOf } from './amount-of.ts';
import { type Decimal, decimal, decimalText, times } from './decimal.ts';
import type { ReceiptLine } from './receipt-lines.ts';

/** What a million tokens of a kind cost in USD, with every ratio that held, the group's too; `price` is decimal text. */
type TokenPrice = { readonly what: ReceiptLine['what']; readonly tokens: number; readonly price: string };

/** What counts tokens; all other lines count pieces. */
const TOKEN_LINES: ReadonlySet<LineName> = new Set([...TOKEN_LINE_NAMES, 'seconds_as_tokens']);

/** Places behind the point to which a price without an end is rounded, half up. */
const PRICE_PLACES_MAX = 12;

/**
 * The prices of the tokens of a charge, in the order of its receipt's lines. None of what is sold by the call or the piece, and none where it is
 * not known how many quota units a dollar was: `quotaPerUnit` is that of the price book of the charge.
 */
export function tokenPrices(usage: PartedUsage, price: Explanation, quotaPerUnit: string | undefined): TokenPrice[] {
  const perUnit = decimal(price.method === 'parts' ? price.quotaPerUnit : (quotaPerUnit ?? '0'));
  if (perUnit.units === 0n) return [];
  return ratesOf(usage, price, perUnit)
    .filter(({ tokens }) => tokens > 0)
    .map(({ what, tokens, rate }) => ({
      what,
      tokens,
      price: dollarsOfMillion(times(rate, decimal(price.groupRatio)), perUnit),
    }));
}

/** Quota units of one token, before the group's ratio. */
type TokenRate = { readonly what: ReceiptLine['what']; readonly tokens: number; readonly rate: Decimal };

const ONE: Decimal = { units: 1n, scale: 0 };

function ratesOf(usage: PartedUsage, price: Explanation, perUnit: Decimal): readonly TokenRate[] {
  if (price.method === 'call') return [];
  if (price.method === 'parts')
    return price.lines
      .filter(({ what }) => TOKEN_LINES.has(what))
      .map(({ what, quantity, ...factors }) => ({
        what,
        tokens: quantity,
        rate: Object.entries(factors)
          .map((factor) => factorValue(factor, perUnit))
          .reduce(times, ONE),
      }));
  const { textInput, textOutput, audioInput, audioOutput } = partsOf(usage, price);
  const model = decimal(price.modelRatio);
  const audio = times(model, decimal(price.audioRatio ?? '1'));
  return [
    { what: 'prompt', tokens: textInput, rate: model },
    { what: 'completion', tokens: textOutput, rate: times(model, decimal(price.completionRatio)) },
    { what: 'audio_input', tokens: audioInput, rate: audio },
    { what: 'audio_output', tokens: audioOutput, rate: times(audio, decimal(price.audioCompletionRatio ?? '1')) },
  ];
}

function dollarsOfMillion(rate: Decimal, perUnit: Decimal): string {
  const numerator = rate.units * 10n ** BigInt(6 + PRICE_PLACES_MAX + perUnit.scale);
  const denominator = perUnit.units * 10n ** BigInt(rate.scale);
  return decimalText({ units: (2n * numerator + denominator) / (2n * denominator), scale: PRICE_PLACES_MAX });
}
