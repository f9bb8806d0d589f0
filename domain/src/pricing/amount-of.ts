import type { Quota } from '../shared/quota.ts';
import { type Decimal, decimal, decimalText, plus, times } from './decimal.ts';
import type { Explanation, PartsExplanation, PriceExplanation } from '../tariff/explanation.ts';
import { factorValue } from '../tariff/rates.ts';
import { roundedCharge } from './rounding.ts';
import type { PartedUsage } from '../tariff/usage-parts.ts';

/**
 * The amount in quota units, and exactly, out of the explanation alone; for `tokens` with the usage beside it (docs/billing.md#charge,
 * docs/billing.md#lines). It does not look at the explanation's own `exact`, but for one case: of the methods `tokens` and `call` an exact 0 is a
 * charge that was waived. Throws RangeError for a factor that is no decimal or a quantity that is not whole.
 */
export function amountOf(
  explanation: Explanation,
  usage: PartedUsage,
): { readonly amount: Quota; readonly exact: string } {
  const exact = explanation.method === 'parts' ? byParts(explanation) : byPlain(explanation, usage);
  return { amount: roundedCharge(exact), exact: decimalText(exact) };
}

/** Tokens of a request that are priced each in their way; sound only where it has a price of its own. */
export type PricedParts = {
  readonly textInput: number;
  readonly textOutput: number;
  readonly audioInput: number;
  readonly audioOutput: number;
};

/** A usage divided as an explanation of method `tokens` demands. No part is more than its whole. */
export function partsOf(
  { prompt, completion, parts }: PartedUsage,
  { audioRatio }: { readonly audioRatio?: string | undefined },
): PricedParts {
  const audioInput = audioRatio === undefined ? 0 : Math.min(parts?.audioInput ?? 0, prompt);
  const audioOutput = audioRatio === undefined ? 0 : Math.min(parts?.audioOutput ?? 0, completion);
  return { textInput: prompt - audioInput, textOutput: completion - audioOutput, audioInput, audioOutput };
}

const ZERO: Decimal = { units: 0n, scale: 0 };

function byParts({ lines, groupRatio, quotaPerUnit }: PartsExplanation): Decimal {
  const unit = decimal(quotaPerUnit);
  const subtotals = lines.map(({ what: _what, quantity, ...factors }) =>
    Object.entries(factors)
      .map((factor) => factorValue(factor, unit))
      .reduce(times, whole(quantity)),
  );
  return times(subtotals.reduce(plus, ZERO), decimal(groupRatio));
}

function byPlain(explanation: PriceExplanation, usage: PartedUsage): Decimal {
  if (explanation.exact === '0') return ZERO;
  const groupRatio = decimal(explanation.groupRatio);
  if (explanation.method === 'call')
    return times(times(decimal(explanation.modelPrice), decimal(explanation.quotaPerUnit)), groupRatio);
  const { audioRatio, audioCompletionRatio = '1' } = explanation;
  const { textInput, textOutput, audioInput, audioOutput } = partsOf(usage, explanation);
  const sound = plus(whole(audioInput), times(whole(audioOutput), decimal(audioCompletionRatio)));
  const tokens = [
    whole(textInput),
    times(whole(textOutput), decimal(explanation.completionRatio)),
    times(sound, decimal(audioRatio ?? '1')),
  ];
  return times(times(tokens.reduce(plus), decimal(explanation.modelRatio)), groupRatio);
}

const whole = (count: number): Decimal => ({ units: BigInt(count), scale: 0 });
