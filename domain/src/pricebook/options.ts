import type { OptionKeyOf, PriceOptionKey } from '../options/registry.ts';
import type { PriceOptionValues } from '../options/values.ts';
import type { PriceBook } from './events.ts';

/** The options that are a price book, by their key in the console (docs/behaviour.md#price-options): four maps and one number. */
export type PriceMapKey = OptionKeyOf<{ readonly kind: 'prices' }>;
export const PRICE_MAPS = {
  ModelRatio: 'modelRatio',
  ModelPrice: 'modelPrice',
  CompletionRatio: 'completionRatio',
  GroupRatio: 'groupRatio',
} as const satisfies Readonly<Record<PriceMapKey, keyof PriceBook>>;

export const PRICE_OPTION_KEYS: readonly PriceOptionKey[] = [
  ...(Object.keys(PRICE_MAPS) as PriceMapKey[]),
  'QuotaPerUnit',
];

export const isPriceMap = (key: PriceOptionKey): key is PriceMapKey => key !== 'QuotaPerUnit';
export const isPriceOption = (key: string): key is PriceOptionKey =>
  (PRICE_OPTION_KEYS as readonly string[]).includes(key);

/** The text of each price option: JSON whose numbers are the price book's decimals, digit by digit. */
export function priceOptionTexts(book: PriceBook): Readonly<Record<PriceOptionKey, string>> {
  const text = (key: PriceMapKey): string => mapText(book[PRICE_MAPS[key]]);
  return {
    ModelRatio: text('ModelRatio'),
    ModelPrice: text('ModelPrice'),
    CompletionRatio: text('CompletionRatio'),
    GroupRatio: text('GroupRatio'),
    QuotaPerUnit: book.quotaPerUnit,
  };
}

const mapText = (map: Readonly<Record<string, string>>): string =>
  `{${Object.entries(map)
    .map(([name, decimal]) => `${JSON.stringify(name)}:${decimal}`)
    .join(',')}}`;

/** What is read of a price book besides prices. */
export const priceOptionValues = ({ quotaPerUnit, groupRatio }: PriceBook): PriceOptionValues => ({
  QuotaPerUnit: Number(quotaPerUnit),
  GroupRatio: Object.freeze(
    Object.fromEntries(Object.entries(groupRatio).map(([group, ratio]) => [group, Number(ratio)])),
  ),
});
