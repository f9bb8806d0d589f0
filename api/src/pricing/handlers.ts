import type { PriceBook } from '@ledgate/domain/pricebook/events';
import { completionRatioOf, modelPriceOf, modelRatioOf } from '@ledgate/domain/pricing/lookup';
import type { PricingEntry, pricingRoutes } from '../contract/pricing.ts';
import type { Handlers } from '../http/call.ts';
import type { ApiPorts } from '../ports.ts';

export const pricingHandlers = ({ view }: ApiPorts): Handlers<typeof pricingRoutes> => ({
  list: async ({ caller }) => {
    const book = view.priceBook();
    const usable = view.usableGroups(caller?.group ?? '');
    const ratios = Object.entries(view.options.GroupRatio);
    return {
      ok: true,
      data: pricingOf(book, new Map(ratios.map(([group]) => [group, view.modelsOf(group)]))),
      beside: {
        group_ratio: Object.fromEntries(ratios.filter(([group]) => usable.has(group))),
        usable_group: Object.fromEntries(usable),
      },
    };
  },
});

/** What each model of the groups costs (docs/behaviour.md#prices-shown): a price a call, or ratios. */
export function pricingOf(book: PriceBook, modelsByGroup: ReadonlyMap<string, readonly string[]>): PricingEntry[] {
  const groupsOf = new Map<string, string[]>();
  for (const [group, models] of modelsByGroup) {
    for (const model of models) groupsOf.set(model, [...(groupsOf.get(model) ?? []), group]);
  }
  return [...groupsOf].map(([model, groups]) => {
    const price = modelPriceOf(book, model);
    const byCall = price !== undefined;
    return {
      model_name: model,
      quota_type: byCall ? 1 : 0,
      model_ratio: byCall ? 0 : Number(modelRatioOf(book, model)),
      model_price: byCall ? Number(price) : 0,
      owner_by: '',
      completion_ratio: byCall ? 0 : Number(completionRatioOf(book, model)),
      enable_groups: groups,
    };
  });
}
