import type { Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { completionRatioOf, modelPriceOf, modelRatioOf } from '@ledgate/domain/pricing/lookup';
import { type ListedPrices, listedModel, type PriceName } from '@ledgate/domain/pricing/price-list';
import type { PricingEntry, pricingRoutes } from '../contract/pricing.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

export const pricingHandlers = ({ view }: ApiPorts): Handlers<typeof pricingRoutes> => ({
  list: async ({ caller }) => {
    const usable = view.usableGroups(caller?.group ?? '');
    const ratios = Object.entries(view.options.GroupRatio);
    return {
      ok: true,
      data: pricingOf(view.prices(), new Map(ratios.map(([group]) => [group, view.modelsOf(group)]))),
      beside: {
        group_ratio: Object.fromEntries(ratios.filter(([group]) => usable.has(group))),
        usable_group: Object.fromEntries(usable),
      },
    };
  },
});

/** What each model of the groups costs (docs/behaviour.md#prices-shown). */
export function pricingOf(prices: Prices, modelsByGroup: ReadonlyMap<string, readonly string[]>): PricingEntry[] {
  const groupsOf = new Map<string, string[]>();
  for (const [group, models] of modelsByGroup) {
    for (const model of models) groupsOf.set(model, [...(groupsOf.get(model) ?? []), group]);
  }
  return [...groupsOf].map(([model, groups]) => entryOf(prices, model, groups));
}

function entryOf(published: Prices, model: string, groups: string[]): PricingEntry {
  const { kind, prices, tiers } = listedModel({ ...published, model, group: groups[0] ?? '' });
  return {
    model_name: model,
    ...(kind === 'prices' ? asRatios(published.book, prices) : stated(published.book, model)),
    owner_by: '',
    enable_groups: groups,
    prices,
    tiers: tiers.map(({ above, prices: over }) => ({ above, prices: over })),
  };
}

type Ratios = Pick<PricingEntry, 'quota_type' | 'model_ratio' | 'model_price' | 'completion_ratio'>;

/** As the options say it, every digit. */
function stated(book: PriceBook, model: string): Ratios {
  const price = modelPriceOf(book, model);
  return price === undefined
    ? {
        quota_type: 0,
        model_ratio: Number(modelRatioOf(book, model)),
        model_price: 0,
        completion_ratio: Number(completionRatioOf(book, model)),
      }
    : { quota_type: 1, model_ratio: 0, model_price: Number(price), completion_ratio: 0 };
}

/** The ratios that would make the same prices, for who knows nothing else. */
function asRatios({ quotaPerUnit }: PriceBook, prices: ListedPrices): Ratios {
  const { input, output } = prices;
  if (input === undefined && output === undefined)
    return { quota_type: 1, model_ratio: 0, model_price: pieceOf(prices), completion_ratio: 0 };
  return {
    quota_type: 0,
    model_ratio: ((input ?? 0) * Number(quotaPerUnit)) / TOKENS,
    model_price: 0,
    completion_ratio: input ? (output ?? 0) / input : 0,
  };
}

/** Tokens to which a price in USD belongs. */
const TOKENS = 1_000_000;

/** Of which a model is the price of one, where it has no tokens. */
const PIECES_SOLD: readonly PriceName[] = ['call', 'image', 'secondOutput', 'second', 'page', 'query', 'pictureInput'];

const pieceOf = (prices: ListedPrices): number =>
  PIECES_SOLD.map((name) => prices[name]).find((price) => price !== undefined) ?? 0;
