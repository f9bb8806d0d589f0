import { decimal, decimalText } from '../pricing/decimal.ts';
import { isJsonObject, parsedJson } from '../shared/json.ts';
import { isStorable } from '../shared/storable.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { PriceOptionKey } from '../options/registry.ts';
import { isPriceMap, type PriceMapKey } from './options.ts';

type PriceRefusal = Extract<Refusal, { code: 'price_invalid' }>;
export type PriceFault = PriceRefusal['reason'];
export type Parsed<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: PriceRefusal };

const invalid = (field: string, reason: PriceRefusal['reason']): { ok: false; refusal: PriceRefusal } => ({
  ok: false,
  refusal: { code: 'price_invalid', field, reason },
});

/** The most that all maps of a price book may hold together, written out: what one append bears, with room for the rest of the event. */
export const PRICE_BOOK_BYTES_MAX = 384 * 1024;

/** The most that the books of one append may hold, all that they say: an append bears this, with room for metadata. */
export const PRICE_BOOKS_BYTES_MAX = 480 * 1024;

/**
 * A map of names to decimals out of JSON text. The numbers are read from the text itself: JSON.parse would make binary floats of them. Of a name
 * that stands twice the last counts. The refusal names the option, and the entry: `ModelRatio.gpt-4o`.
 */
export function parsePriceMap(key: PriceMapKey, text: string): Parsed<Readonly<Record<string, string>>> {
  if (text.length > PRICE_BOOK_BYTES_MAX) return invalid(key, 'too_large');
  const json = parsedJson(text);
  if (json === undefined) return invalid(key, 'not_json');
  if (!isJsonObject(json)) return invalid(key, 'not_an_object');
  const wrong = Object.entries(json).find(([, value]) => typeof value !== 'number');
  if (wrong !== undefined) return invalid(`${key}.${wrong[0]}`, 'not_a_number');
  return entries(key, text);
}

/** `"name": number`: the text is known to be a JSON object without anything but numbers in it. */
const ENTRY = /("(?:[^"\\]|\\.)*")\s*:\s*(-?[0-9.eE+-]+)/g;

function entries(key: PriceMapKey, text: string): Parsed<Readonly<Record<string, string>>> {
  const found = new Map<string, string>();
  for (const [, quoted = '', number = ''] of text.matchAll(ENTRY)) {
    const name = JSON.parse(quoted) as string;
    if (!isStorable(name)) return invalid(`${key}.${name}`, 'malformed');
    const parsed = parseDecimal(`${key}.${name}`, number);
    if (!parsed.ok) return parsed;
    found.set(name, parsed.value);
  }
  return { ok: true, value: Object.fromEntries(found) };
}

/** Why the text of a price option is refused; undefined where it can be published, for all that this option says alone. */
export function priceRefusal(key: PriceOptionKey, text: string): PriceRefusal | undefined {
  const parsed = isPriceMap(key) ? parsePriceMap(key, text) : parseQuotaPerUnit(text);
  return parsed.ok ? undefined : parsed.refusal;
}

/** The option QuotaPerUnit: a number above zero. */
export function parseQuotaPerUnit(text: string): Parsed<string> {
  const parsed = parseDecimal('QuotaPerUnit', text.trim());
  return parsed.ok && parsed.value === '0' ? invalid('QuotaPerUnit', 'not_positive') : parsed;
}

function parseDecimal(field: string, text: string): Parsed<string> {
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return invalid(field, 'not_a_number');
  if (text.startsWith('-')) return invalid(field, 'negative');
  try {
    return { ok: true, value: decimalText(decimal(text)) };
  } catch {
    return invalid(field, 'too_many_digits');
  }
}
