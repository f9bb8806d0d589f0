import type { PricingEntry } from './api/pricing-api.ts';

/** What a model costs in a group, in dollars with the formula that makes it: a call, or a million tokens in and out. */
export type ModelPrice =
  { readonly by: 'call'; readonly call: Sum } | { readonly by: 'tokens'; readonly input: Sum; readonly output: Sum };
export type Sum = { readonly dollars: string; readonly formula: string };

/** What `quota_type` says of a price a call. */
const BY_CALL: PricingEntry['quota_type'] = 1;
const MILLION = 1_000_000;
const sixDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 6, maximumFractionDigits: 6 });
const factor = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15 });

const dollars = (value: number): string => `$${sixDecimals.format(value)}`;

/** `factors` are multiplied; the last is an amount in dollars. */
function sum(factors: readonly number[], amount: number): Sum {
  const product = dollars(factors.reduce((result, each) => result * each, amount));
  return {
    dollars: product,
    formula: `${[...factors.map(factor.format), `$${factor.format(amount)}`].join(' × ')} = ${product}`,
  };
}

/** The price of a model (docs/billing.md#price-of-a-model); `groupRatio` is that of the group. */
export function priceOf(entry: PricingEntry, groupRatio: number, quotaPerUnit: number): ModelPrice {
  if (entry.quota_type === BY_CALL) {
    const amount = dollars(entry.model_price * groupRatio);
    const formula = `$${factor.format(entry.model_price)} × ${factor.format(groupRatio)} = ${amount}`;
    return { by: 'call', call: { dollars: amount, formula } };
  }
  const { model_ratio: model, completion_ratio: completion } = entry;
  const ofRatioOne = MILLION / quotaPerUnit;
  return {
    by: 'tokens',
    input: sum([model, groupRatio], ofRatioOne),
    output: sum([model, completion, groupRatio], ofRatioOne),
  };
}
