import type { PriceBook } from '../pricebook/events.ts';
import type { Quota } from '../shared/quota.ts';
import type { PriceExplanation, Usage } from '../till/charge.ts';
import { type Decimal, decimalText } from './decimal.ts';
import { type Factors, factorsOf } from './factors.ts';
import { roundedCharge } from './rounding.ts';

/** What prices a request: the model after mapping, the group that was used, and the price book that the request keeps to its end. */
export type Priced = { readonly model: string; readonly group: string; readonly book: PriceBook };

/** An amount in quota units with what explains it: anyone can compute it again from usage and explanation alone. */
export type Price = { readonly amount: Quota; readonly price: PriceExplanation };

/** What a request costs (contract C.1, C.2; exact decimals and one rounding by design section 4). Amounts above CHARGE_MAX are cut to it. */
export function chargeOf({
  usage,
  model,
  group,
  book,
}: Priced & { readonly usage: Pick<Usage, 'prompt' | 'completion'> }): Price {
  const factors = factorsOf(book, model, group);
  const exact = exactAmount(factors, usage);
  return { amount: roundedCharge(exact), price: { ...factors.explained, exact: decimalText(exact) } };
}

/** Before rounding. Tokens are integers, so the sum of priced tokens is exact in units of the completion ratio's last digit. */
function exactAmount(factors: Factors, { prompt, completion }: Pick<Usage, 'prompt' | 'completion'>): Decimal {
  if (factors.method === 'call') return factors.call;
  const { completionRatio, completionScale, unit } = factors;
  const tokens = BigInt(prompt) * completionScale + BigInt(completion) * completionRatio.units;
  return { units: tokens * unit.units, scale: completionRatio.scale + unit.scale };
}
