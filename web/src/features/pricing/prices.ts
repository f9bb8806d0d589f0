import { PIECES_SOLD, PRICE_ORDER, type PriceName } from '../../shared/prices/price-names.ts';
import type { PricingEntry } from './api/pricing-api.ts';

export type Sum = { readonly dollars: string; readonly formula: string };
export type Priced = { readonly what: PriceName; readonly sum: Sum };

/** What a model costs in a group, in dollars with the formula that makes it: a piece of what is sold, or a million tokens in and out. */
export type ModelPrice = (
  | { readonly by: 'piece'; readonly piece: Priced }
  | { readonly by: 'tokens'; readonly input: Sum; readonly output: Sum }
) & {
  /** All else that has a price. */
  readonly others: readonly Priced[];
  /** Prompts of more than `above` tokens. */
  readonly tiers: readonly { readonly above: string; readonly prices: readonly Priced[] }[];
};

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

/** An amount in dollars in a group. */
function inGroup(amount: number, groupRatio: number): Sum {
  const product = dollars(amount * groupRatio);
  return { dollars: product, formula: `$${factor.format(amount)} × ${factor.format(groupRatio)} = ${product}` };
}

/** The price of a model (docs/billing.md#price-of-a-model); `groupRatio` is that of the group. */
export function priceOf(entry: PricingEntry, groupRatio: number, quotaPerUnit: number): ModelPrice {
  const listed = (prices: PricingEntry['prices'], but: readonly string[]): readonly Priced[] =>
    PRICE_ORDER.flatMap((what) => {
      const amount = prices[what];
      return amount === undefined || but.includes(what) ? [] : [{ what, sum: inGroup(amount, groupRatio) }];
    });
  const tiers = entry.tiers.map(({ above, prices }) => ({ above: factor.format(above), prices: listed(prices, []) }));
  if (entry.quota_type === BY_CALL) {
    const what = PIECES_SOLD.find((name) => entry.prices[name] !== undefined) ?? 'call';
    const piece = { what, sum: inGroup(entry.model_price, groupRatio) };
    return { by: 'piece', piece, others: listed(entry.prices, [what]), tiers };
  }
  const { model_ratio: model, completion_ratio: completion } = entry;
  const ofRatioOne = MILLION / quotaPerUnit;
  return {
    by: 'tokens',
    input: sum([model, groupRatio], ofRatioOne),
    output: sum([model, completion, groupRatio], ofRatioOne),
    others: listed(entry.prices, ['input', 'output']),
    tiers,
  };
}
