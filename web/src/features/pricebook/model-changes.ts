import type { PriceBookChanges } from '@ledgate/domain/pricebook/changes';
import type { PriceSource } from '@ledgate/domain/pricebook/kinds';
import type { Prices } from '@ledgate/domain/tariff/prices';
import { PRICE_ORDER, type PriceName } from '../../shared/prices/price-names.ts';
import type { PricedModel } from './api/pricebook-api.ts';
import { isSameRatio, quotient, ratioOf } from '../../shared/prices/dollars.ts';

/** Members of a book that say a price as a ratio to another one. */
const RATIOS = [
  { name: 'output', member: 'completionRatio', to: 'input' },
  { name: 'cachedRead', member: 'cacheReadRatio', to: 'input' },
  { name: 'cachedWrite', member: 'cacheWriteRatio', to: 'input' },
  { name: 'cachedWrite1h', member: 'cacheWrite1hRatio', to: 'input' },
  { name: 'imageInput', member: 'imageRatio', to: 'input' },
  { name: 'audioInput', member: 'audioRatio', to: 'input' },
  { name: 'audioOutput', member: 'audioCompletionRatio', to: 'audioInput' },
] as const satisfies readonly { name: PriceName; member: keyof PriceBookChanges; to: PriceName }[];

/** What a book can say of a model that is priced by its ratio. */
export const RATIO_NAMES: readonly PriceName[] = ['input', ...RATIOS.map(({ name }) => name)];

const ALL_RATIOS = ['modelRatio', ...RATIOS.map(({ member }) => member)];
/** What would say nothing any more, or would stand over the new price, by what the price shall come from. */
const GOES: Readonly<Record<PriceSource, (member: string) => boolean>> = {
  prices: (member) => member === 'modelPrice' || ALL_RATIOS.includes(member),
  ratio: (member) => member === 'modelPrice' || member === 'prices',
  call: (member) => member === 'prices' || member === 'tiers' || ALL_RATIOS.includes(member),
  catalogue: () => true,
};

/** A model's price as it shall be: USD of decimal text, by name; what is left out has no price of its own. */
export type Wanted = { readonly source: PriceSource; readonly prices: Prices };

export type ModelChanges =
  | { readonly ok: true; readonly changes: PriceBookChanges }
  /** no_price: nothing is priced; endless: as a ratio the price has no end. */
  | { readonly ok: false; readonly at: PriceName; readonly fault: 'no_price' | 'endless' };

/** The changes of a book by which a model costs what is wanted (docs/console.md#price-book). */
export function changesFor(row: PricedModel, wanted: Wanted, quotaPerUnit: string): ModelChanges {
  const { model, entries, terms, source } = row;
  const { source: to, prices } = wanted;
  const gone = Object.fromEntries(entries.filter(GOES[to]).map((member) => [member, { [model]: null }]));
  if (to === 'catalogue') return { ok: true, changes: gone };
  if (to === 'call') {
    const { call } = prices;
    if (call === undefined) return { ok: false, at: 'call', fault: 'no_price' };
    return { ok: true, changes: { ...gone, modelPrice: { [model]: call } } };
  }
  if (to === 'ratio') return byRatio(row, prices, quotaPerUnit, gone);
  if (Object.keys(prices).length === 0) return { ok: false, at: 'input', fault: 'no_price' };
  // The catalogue's tiers, services and tools hold for its own prices alone: as the book's own they stay.
  const { tiers, services, searchTools } = source === 'catalogue' ? terms : {};
  const changes = {
    ...gone,
    prices: { [model]: prices },
    ...(tiers === undefined ? {} : { tiers: { [model]: tiers } }),
    ...(services === undefined ? {} : { services: { [model]: services } }),
    ...(searchTools === undefined ? {} : { searchTools: { [model]: searchTools } }),
  };
  return { ok: true, changes };
}

function byRatio(row: PricedModel, prices: Prices, quotaPerUnit: string, gone: PriceBookChanges): ModelChanges {
  const { model, entries, terms } = row;
  const old: Prices = row.source === 'ratio' ? terms.prices : {};
  const { input } = prices;
  if (input === undefined) return { ok: false, at: 'input', fault: 'no_price' };
  const changes: Record<string, Readonly<Record<string, string | null>>> = {};
  if (input !== old.input) changes['modelRatio'] = { [model]: ratioOf(input, quotaPerUnit) };
  for (const { name, member, to } of RATIOS) {
    const [price, base, oldPrice, oldBase] = [prices[name], prices[to], old[name], old[to]];
    if (price === undefined) {
      if (entries.includes(member)) changes[member] = { [model]: null };
      continue;
    }
    if (base === undefined) return { ok: false, at: name, fault: 'endless' };
    if (oldPrice !== undefined && oldBase !== undefined && isSameRatio(price, base, oldPrice, oldBase)) continue;
    const ratio = quotient(price, base);
    if (ratio === undefined) return { ok: false, at: name, fault: 'endless' };
    changes[member] = { [model]: ratio };
  }
  return { ok: true, changes: { ...gone, ...changes } as PriceBookChanges };
}

/** The field of a form that a refusal of the server is about: it begins with the entry's name (docs/billing.md#changes). */
export function refusedField(message: string, model: string): PriceName | 'starts_at' | undefined {
  const isOf = (entry: string): boolean => message.startsWith(`${entry} `);
  if (isOf('starts_at')) return 'starts_at';
  if (isOf(`modelRatio.${model}`)) return 'input';
  if (isOf(`modelPrice.${model}`)) return 'call';
  return (
    RATIOS.find(({ member }) => isOf(`${member}.${model}`))?.name ??
    PRICE_ORDER.find((name) => isOf(`prices.${model}.${name}`))
  );
}
