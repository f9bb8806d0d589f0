import type { PriceBook } from '../pricebook/events.ts';
import type { Quota } from '../shared/quota.ts';
import type { PriceExplanation } from '../till/charge.ts';
import { decimalText } from './decimal.ts';
import { plainAmount } from './reckon.ts';
import { roundedCharge } from './rounding.ts';
import { tariffOf } from '../tariff/tariff.ts';
import type { PlainUsage } from '../tariff/usage-parts.ts';

/** What prices a request: the model after mapping, the group that was used, and the price book that the request keeps to its end. */
export type Priced = { readonly model: string; readonly group: string; readonly book: PriceBook };

/** An amount in quota units with what explains it: anyone can compute it again from usage and explanation alone. */
export type Price = { readonly amount: Quota; readonly price: PriceExplanation };

/** What of a usage of the first schema has a price. */
export type PricedUsage = PlainUsage;

/** Tokens of a request that are priced each in their way; sound only where it has a price of its own. */
type PricedParts = {
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

/**
 * What a usage of the first schema costs under a book of the first schema, which prices tokens of text and sound, and calls
 * (docs/billing.md#charge). Amounts above CHARGE_MAX are cut to it. Throws RangeError for a book that prices more: that is what reckon is for.
 */
export function chargeOf(priced: Priced & { readonly usage: PricedUsage }): Price {
  const { plain } = tariffOf(priced);
  if (plain === undefined || (plain.method === 'tokens' && plain.unlike.length > 0))
    throw new RangeError(`price book ${priced.book.version} prices more of ${priced.model} than this usage says`);
  const exact = plainAmount(plain, priced.usage);
  return { amount: roundedCharge(exact), price: { ...plain.explained, exact: decimalText(exact) } };
}
