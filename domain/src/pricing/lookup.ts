import type { PriceBook } from '../pricebook/events.ts';
import { builtInCompletionRatio } from './completion-rules.ts';

/** Ratio of a model that the price book does not know (docs/billing.md#price-of-a-model). */
export const UNKNOWN_MODEL_RATIO = '30';
/** Ratio of a group that the price book does not know. */
const UNKNOWN_GROUP_RATIO = '1';

const GIZMOS = ['gpt-4-gizmo', 'gpt-4o-gizmo'];

/** The name under which a model's price stands, and under which it is logged: custom GPTs share one. */
export function billedName(model: string): string {
  const family = GIZMOS.find((name) => model.startsWith(name));
  return family === undefined ? model : `${family}-*`;
}

/** USD of one call; undefined when the model is billed by tokens. An entry under the exact name goes before the wildcard's. */
export const modelPriceOf = (book: PriceBook, model: string): string | undefined => modelEntry(book.modelPrice, model);

/** Quota units of a prompt token. Of the wildcards only gpt-4-gizmo-* counts here (docs/billing.md#price-of-a-model). */
export const modelRatioOf = (book: PriceBook, model: string): string =>
  statedRatioOf(book, model) ?? UNKNOWN_MODEL_RATIO;

/** What the book says of it; undefined: nothing. */
export const statedRatioOf = (book: PriceBook, model: string): string | undefined =>
  entry(book.modelRatio, model) ??
  (model.startsWith('gpt-4-gizmo') ? entry(book.modelRatio, billedName(model)) : undefined);

/** Prompt tokens that a completion token costs: the option's entry, then the built-in rules, then 1 (docs/billing.md#completion-ratio). */
export const completionRatioOf = (book: PriceBook, model: string): string =>
  modelEntry(book.completionRatio, model) ?? builtInCompletionRatio(billedName(model));

export const groupRatioOf = (book: PriceBook, group: string): string =>
  entry(book.groupRatio, group) ?? UNKNOWN_GROUP_RATIO;

/** Names come from callers: `constructor` is no entry. */
export const entry = <Value>(map: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;

/** An entry under the model's exact name, else under the one that custom GPTs share. */
export const modelEntry = <Value>(map: Readonly<Record<string, Value>> | undefined, model: string): Value | undefined =>
  entry(map, model) ?? entry(map, billedName(model));
