import { callLimitsSchema } from '../call-limits/sent-call-limits.ts';
import { isPriceOption } from '../pricebook/options.ts';
import { type PriceFault, priceRefusal } from '../pricebook/parse-option.ts';
import { isJsonObject, parsedJson } from '../shared/json.ts';
import { isStorable } from '../shared/storable.ts';
import {
  HOOK_CHARACTERS_MAX,
  type JsonKind,
  type NumberKind,
  type OptionRow,
  optionRow,
  type PriceOptionKey,
  TEXT_CHARACTERS_MAX,
} from './registry.ts';
import { isRatio, TAG_KEYS_MAX, tagNamesIn } from './values.ts';
import { isTagName } from '../till/tags.ts';

/** Why an option's value is not accepted. */
export type OptionFault =
  | { readonly rule: 'unknown' }
  | { readonly rule: 'number'; readonly low: number; readonly high: number; readonly whole: boolean }
  | { readonly rule: 'choice'; readonly choices: string }
  | { readonly rule: 'switch' }
  | { readonly rule: 'line'; readonly maximum: number }
  | { readonly rule: 'address' }
  | { readonly rule: 'hook'; readonly maximum: number }
  | { readonly rule: 'host' }
  | { readonly rule: 'email' }
  | { readonly rule: 'domains'; readonly entry: string }
  | { readonly rule: 'tags'; readonly maximum: number; readonly entry?: string }
  /** `entry`: the name of the first that does not fit, where it is one of an object. */
  | { readonly rule: 'json'; readonly of: JsonKind; readonly entry?: string }
  | { readonly rule: 'price'; readonly reason: PriceFault; readonly entry?: string };

const TRIMMED: ReadonlySet<OptionRow['kind']> = new Set(['price', 'hook', 'host', 'email', 'domains']);

/** A value as it is stored: without blanks around it where it is no free text, an address without a slash at its end. */
export function savedOptionText(row: OptionRow, sent: string): string {
  if (row.kind === 'address') return sent.trim().replace(/\/+$/, '');
  return isNumberRow(row) || TRIMMED.has(row.kind) ? sent.trim() : sent;
}

/** Why a text cannot be saved as this option; undefined when it can. How much all prices may be together, the price book knows alone. */
export function optionFault(key: string, text: string): OptionFault | undefined {
  const row = optionRow(key);
  if (row === undefined) return { rule: 'unknown' };
  if (isNumberRow(row)) return numberFault(row, text);
  if (isPriceOption(key)) return priceFault(key, text);
  switch (row.kind) {
    case 'switch':
      return text === 'true' || text === 'false' ? undefined : { rule: 'switch' };
    case 'choice':
      return row.choices.includes(text) ? undefined : { rule: 'choice', choices: row.choices.join(', ') };
    case 'texts':
    case 'ratios':
    case 'limits':
    case 'links':
      return jsonFault(row.kind, text);
    case 'tags':
      return tagsFault(tagNamesIn(text));
    case 'text':
      return lineFault(text, row.maximum);
    case 'secret':
      return lineFault(text);
    case 'address':
      return text === '' || isWebAddress(text) ? undefined : { rule: 'address' };
    case 'hook':
      return text === '' || isHook(text) ? undefined : { rule: 'hook', maximum: HOOK_CHARACTERS_MAX };
    case 'host':
      return text === '' || HOST.test(text) ? undefined : { rule: 'host' };
    case 'email':
      return text === '' || EMAIL.test(text) ? undefined : { rule: 'email' };
    case 'domains':
      return domainsFault(text);
    default:
      return undefined;
  }
}

const UNSEEN = /\p{Cc}/u;
const HOST = /^[\w.:[\]-]{1,253}$/u;
const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u;
const EMAIL = /^[^\s\p{Cc}@,<>"]{1,64}@[^\s\p{Cc}@,<>"]{1,253}$/u;

const lineFault = (text: string, maximum: number = TEXT_CHARACTERS_MAX): OptionFault | undefined =>
  text.length > maximum || UNSEEN.test(text) ? { rule: 'line', maximum } : undefined;

const isWebAddress = (text: string): boolean =>
  text.length <= TEXT_CHARACTERS_MAX && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);

/** A name or password in it would stand in the settings for everybody to read who may. */
function isHook(text: string): boolean {
  if (text.length > HOOK_CHARACTERS_MAX || !isWebAddress(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function domainsFault(text: string): OptionFault | undefined {
  if (text === '') return undefined;
  const entry = text.split(',').find((each) => !DOMAIN.test(each.trim()));
  return entry === undefined ? undefined : { rule: 'domains', entry: entry.trim() };
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
