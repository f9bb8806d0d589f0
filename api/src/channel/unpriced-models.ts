import type { Prices } from '@ledgate/domain/pricebook/catalogue-stream';
import { hasPrice } from '@ledgate/domain/pricing/reckon';
import { readOverride } from '@ledgate/domain/channel/channel-override';
import { commaList, jsonObject, stringMap } from '@ledgate/projections/directory/relay-view/channel-view';
import type { UnpricedModel } from '../contract/channel.ts';

/** What a channel offers and to whom, in the texts of its row or form. */
type Offer = {
  readonly models: string;
  readonly group: string;
  readonly modelMapping: string;
  readonly setting: string;
};

/**
 * Finds what a channel offers and nothing prices (docs/billing.md#price-of-a-model): for whoever may use one of its groups and is under no rule of his own.
 * For many channels one finder: they offer the same models again and again, and each is looked up once.
 */
export function unpricedModelsBy(prices: Prices): (offer: Offer) => UnpricedModel[] {
  /** By the text of their groups, then by the name that is billed. */
  const known = new Map<string, Map<string, boolean>>();
  return ({ models, group, modelMapping, setting }) => {
    const mapping = stringMap(modelMapping);
    const model = modelSetIn(setting);
    let priced = known.get(group);
    if (priced === undefined) known.set(group, (priced = new Map<string, boolean>()));
    const unpriced: UnpricedModel[] = [];
    for (const offered of commaList(models)) {
      const billed = model ?? (Object.hasOwn(mapping, offered) ? (mapping[offered] ?? offered) : offered);
      let isPriced = priced.get(billed);
      if (isPriced === undefined) priced.set(billed, (isPriced = isPricedIn(prices, group, billed)));
      if (!isPriced) unpriced.push({ model: offered, billed_as: billed });
    }
    return unpriced;
  };
}

/** By which every call of a channel is billed, where its override names one. */
function modelSetIn(setting: string): string | undefined {
  const read = readOverride(jsonObject(setting)['override']);
  return 'override' in read ? read.override.model : undefined;
}

/** In every one of the groups; a form may name none yet. */
function isPricedIn(prices: Prices, groups: string, model: string): boolean {
  const names = commaList(groups);
  return (names.length === 0 ? [''] : names).every((group) => hasPrice({ ...prices, group, model }));
}
