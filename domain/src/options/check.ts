import { callLimitsSchema } from '../call-limits/sent-call-limits.ts';
import { isPriceOption } from '../pricebook/options.ts';
import { type PriceFault, priceRefusal } from '../pricebook/parse-option.ts';
import { isJsonObject, parsedJson } from '../shared/json.ts';
import { isStorable } from '../shared/storable.ts';
import { type JsonKind, type NumberKind, type OptionRow, optionRow, type PriceOptionKey } from './registry.ts';
import { isRatio, TAG_KEYS_MAX, tagNamesIn } from './values.ts';
import { isTagName } from '../till/tags.ts';

/** Why an option's value is not accepted. */
export type OptionFault =
  | { readonly rule: 'unknown' }
  /** What it would switch on is not part of this release. */
  | { readonly rule: 'unbuilt' }
  | { readonly rule: 'number'; readonly low: number; readonly high: number; readonly whole: boolean }
  | { readonly rule: 'choice'; readonly choices: string }
  | { readonly rule: 'switch' }
  | { readonly rule: 'tags'; readonly maximum: number; readonly entry?: string }
  /** `entry`: the name of the first that does not fit, where it is one of an object. */
  | { readonly rule: 'json'; readonly of: JsonKind; readonly entry?: string }
  | { readonly rule: 'price'; readonly reason: PriceFault; readonly entry?: string };

/** A value as it is stored: an address without blanks around it and without a slash at its end, a number without blanks. */
export function savedOptionText(row: OptionRow, sent: string): string {
  if (row.kind === 'address') return sent.trim().replace(/\/+$/, '');
  return isNumberRow(row) || row.kind === 'price' ? sent.trim() : sent;
}

/** Why a text cannot be saved as this option; undefined when it can. How much all prices may be together, the price book knows alone. */
export function optionFault(key: string, text: string): OptionFault | undefined {
  const row = optionRow(key);
  if (row === undefined) return { rule: 'unknown' };
  if (isNumberRow(row)) return numberFault(row, text);
  if (isPriceOption(key)) return priceFault(key, text);
  switch (row.kind) {
    case 'switch':
      if (text !== 'true' && text !== 'false') return { rule: 'switch' };
      return row.unbuilt === true && text === 'true' ? { rule: 'unbuilt' } : undefined;
    case 'choice':
      return row.choices.includes(text) ? undefined : { rule: 'choice', choices: row.choices.join(', ') };
    case 'texts':
    case 'ratios':
    case 'limits':
    case 'links':
      return jsonFault(row.kind, text);
    case 'tags':
      return tagsFault(tagNamesIn(text));
    default:
      return undefined;
  }
}

function tagsFault(names: readonly string[]): OptionFault | undefined {
  const entry = names.find((name) => !isTagName(name));
  if (entry !== undefined) return { rule: 'tags', maximum: TAG_KEYS_MAX, entry };
  return names.length > TAG_KEYS_MAX ? { rule: 'tags', maximum: TAG_KEYS_MAX } : undefined;
}

type NumberRow = Extract<OptionRow, { readonly kind: NumberKind }>;
export const isNumberRow = (row: OptionRow): row is NumberRow => 'high' in row;

function numberFault({ kind, low, high }: NumberRow, text: string): OptionFault | undefined {
  const whole = kind !== 'decimal';
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const fits = number >= low && number <= high && (!whole || Number.isInteger(number));
  return fits ? undefined : { rule: 'number', low, high, whole };
}

const isText = (value: unknown): boolean => typeof value === 'string' && isStorable(value);

function priceFault(key: PriceOptionKey, text: string): OptionFault | undefined {
  const refusal = priceRefusal(key, text);
  if (refusal === undefined) return undefined;
  const { field, reason } = refusal;
  return field === key ? { rule: 'price', reason } : { rule: 'price', reason, entry: field.slice(key.length + 1) };
}

const FITS: Readonly<Record<Exclude<JsonKind, 'links'>, (value: unknown) => boolean>> = {
  texts: isText,
  ratios: isRatio,
  limits: (value) => callLimitsSchema.safeParse(value).success,
};

/** Why a text is no JSON of this kind. */
function jsonFault(of: JsonKind, text: string): OptionFault | undefined {
  const json = parsedJson(text);
  if (of === 'links') {
    const fits = Array.isArray(json) && json.every((link) => isJsonObject(link) && Object.values(link).every(isText));
    return fits ? undefined : { rule: 'json', of };
  }
  if (!isJsonObject(json)) return { rule: 'json', of };
  const fits = FITS[of];
  const wrong = Object.entries(json).find(([name, value]) => !fits(value) || !isStorable(name));
  return wrong === undefined ? undefined : { rule: 'json', of, entry: wrong[0] };
}
