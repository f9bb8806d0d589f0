import { canonicalJson } from '../shared/canonical-json.ts';
import { entry } from '../pricing/lookup.ts';
import { isJsonObject } from '../shared/json.ts';
import type { PriceBook } from './events.ts';

/** One thing that two books say otherwise, in the members of a book; null: it says nothing. */
type PriceChange = {
  /** A member (`quotaPerUnit`), or an entry of one (`modelRatio.gpt-4o`). */
  readonly what: string;
  readonly before: unknown;
  readonly after: unknown;
};

/** Neither is a price: which version it is, and from when on it holds. */
const NO_PRICES: ReadonlySet<string> = new Set<keyof PriceBook>(['version', 'startsAtMs']);
/** Members that are one thing, and not a map of things by name. */
const WHOLE: ReadonlySet<string> = new Set<keyof PriceBook>(['quotaPerUnit', 'currency', 'builtIn', 'rules']);

/** What differs from one book to the other: in the order of their members, entries by name as they stand. */
export function changesBetween(before: PriceBook, after: PriceBook): readonly PriceChange[] {
  const members = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...members].flatMap((member) => {
    if (NO_PRICES.has(member)) return [];
    const [old, now] = [entry<unknown>(before, member), entry<unknown>(after, member)];
    if (WHOLE.has(member)) return changeOf(member, old, now);
    const [oldMap, newMap] = [mapOf(old), mapOf(now)];
    const names = new Set([...Object.keys(oldMap), ...Object.keys(newMap)]);
    return [...names].flatMap((name) => changeOf(`${member}.${name}`, entry(oldMap, name), entry(newMap, name)));
  });
}

const mapOf = (value: unknown): Readonly<Record<string, unknown>> => (isJsonObject(value) ? { ...value } : {});

/** The order of names says nothing, so prices in another order are the same. */
const changeOf = (what: string, before: unknown = null, after: unknown = null): readonly PriceChange[] =>
  canonicalJson(before) === canonicalJson(after) ? [] : [{ what, before, after }];
