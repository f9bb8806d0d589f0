import type { PriceBook } from '../pricebook/events.ts';
import type { Quota } from '../shared/quota.ts';
import type { PriceExplanation, Usage } from '../till/charge.ts';
import { type Decimal, decimalText, plus, times } from './decimal.ts';
import { type Factors, factorsOf } from './factors.ts';
import { roundedCharge } from './rounding.ts';

/** What prices a request: the model after mapping, the group that was used, and the price book that the request keeps to its end. */
export type Priced = { readonly model: string; readonly group: string; readonly book: PriceBook };

/** An amount in quota units with what explains it: anyone can compute it again from usage and explanation alone. */
export type Price = { readonly amount: Quota; readonly price: PriceExplanation };

/** What of a usage has a price. */
export type PricedUsage = Pick<Usage, 'prompt' | 'completion' | 'audioInput' | 'audioOutput'>;

/** Tokens of a request that are priced each in their way; sound only where it has a price of its own. */
export type PricedParts = {
  readonly textInput: number;
  readonly textOutput: number;
  readonly audioInput: number;
  readonly audioOutput: number;
};

/** A usage divided as the price's explanation demands. No part is more than its whole. */
export function partsOf(usage: PricedUsage, price: { readonly audioRatio?: string | undefined }): PricedParts {
  const isPriced = price.audioRatio !== undefined;
  const audioInput = isPriced ? Math.min(usage.audioInput, usage.prompt) : 0;
  const audioOutput = isPriced ? Math.min(usage.audioOutput, usage.completion) : 0;
  return { textInput: usage.prompt - audioInput, textOutput: usage.completion - audioOutput, audioInput, audioOutput };
}

/** What a request costs (docs/billing.md#charge, docs/billing.md#rounding). Amounts above CHARGE_MAX are cut to it. */
export function chargeOf({ usage, model, group, book }: Priced & { readonly usage: PricedUsage }): Price {
  const factors = factorsOf(book, model, group);
  const exact = exactAmount(factors, usage);
  return { amount: roundedCharge(exact), price: { ...factors.explained, exact: decimalText(exact) } };
}

/** Before rounding. Tokens are integers, so the sum of priced tokens is exact in units of the completion ratio's last digit. */
function exactAmount(factors: Factors, usage: PricedUsage): Decimal {
  if (factors.method === 'call') return factors.call;
  const { audio, unit } = factors;
  if (audio === undefined) return times(textTokens(factors, usage.prompt, usage.completion), unit);
  const { textInput, textOutput, audioInput, audioOutput } = partsOf(usage, factors.explained);
  const sound = plus(times(whole(audioInput), audio.input), times(whole(audioOutput), audio.output));
  return times(plus(textTokens(factors, textInput, textOutput), sound), unit);
}

const textTokens = (
  { completionRatio, completionScale }: Extract<Factors, { method: 'tokens' }>,
  input: number,
  output: number,
): Decimal => ({
  units: BigInt(input) * completionScale + BigInt(output) * completionRatio.units,
  scale: completionRatio.scale,
});

const whole = (tokens: number): Decimal => ({ units: BigInt(tokens), scale: 0 });
