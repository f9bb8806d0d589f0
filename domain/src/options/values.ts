import type { CallLimits } from '../call-limits/call-limits.ts';
import { callLimitsOf, callLimitsSchema } from '../call-limits/sent-call-limits.ts';
import { isJsonObject, parsedJson } from '../shared/json.ts';
import { isTagName } from '../till/tags.ts';
import {
  type JsonKind,
  type NumberKind,
  OPTIONS,
  type OptionRow,
  optionRows,
  type StoredOptionKey,
} from './registry.ts';

/** A link to a chat client: its name and its address. */
type ChatLinks = Readonly<Record<string, string>>;

/** What a reader gets of an option of such a row. */
export type OptionValue<Row> = Row extends { readonly kind: 'switch' }
  ? boolean
  : Row extends { readonly kind: NumberKind | 'price' }
    ? number
    : Row extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : Row extends { readonly kind: 'limits' }
        ? Readonly<Record<string, CallLimits>>
        : Row extends { readonly kind: 'texts' }
          ? Readonly<Record<string, string>>
          : Row extends { readonly kind: 'ratios' | 'prices' }
            ? Readonly<Record<string, number>>
            : Row extends { readonly kind: 'links' }
              ? readonly ChatLinks[]
              : Row extends { readonly kind: 'words' | 'tags' }
                ? readonly string[]
                : string;

export type StoredOptionValues = { readonly [Key in StoredOptionKey]: OptionValue<(typeof OPTIONS)[Key]> };

/**
 * What is read of the price book besides the prices of models, as the nearest numbers; charges are reckoned with its exact decimals.
 */
export type PriceOptionValues = {
  readonly [Key in 'QuotaPerUnit' | 'GroupRatio']: OptionValue<(typeof OPTIONS)[Key]>;
};

/** The options as readers have them: parsed once when a text changes, then only read. Frozen; replaced as a whole. */
export type OptionValues = StoredOptionValues & PriceOptionValues;

/** Before anything has been published. */
const DEFAULT_PRICES: PriceOptionValues = {
  QuotaPerUnit: OPTIONS.QuotaPerUnit.default,
  GroupRatio: Object.freeze(OPTIONS.GroupRatio.default),
};

/** What an option is before anybody saves it, as the text that would be stored; undefined where that is long, and the price book's. */
export const defaultText = ({ default: value }: OptionRow): string | undefined =>
  value === undefined ? undefined : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The text of every option that is not the price book's, before anybody saves it. */
export const OPTION_DEFAULTS: Readonly<Record<StoredOptionKey, string>> = Object.fromEntries(
  optionRows().flatMap(([key, row]) => {
    const text = row.kind === 'prices' || row.kind === 'price' ? undefined : defaultText(row);
    return text === undefined ? [] : [[key, text]];
  }),
) as Record<StoredOptionKey, string>;

export const isStoredOption = (key: string): key is StoredOptionKey => Object.hasOwn(OPTION_DEFAULTS, key);

/**
 * What was saved, over the defaults, as values. A text that fits no longer - from a release with other rules - never throws: a switch is then off,
 * JSON empty, and everything else its default, or its upper bound where that was passed (see `NumberKind`). Texts of unknown options are left alone.
 */
export function optionValues(
  saved: ReadonlyMap<string, string>,
  prices: PriceOptionValues = DEFAULT_PRICES,
): OptionValues {
  const stored = optionRows().flatMap(([key, row]) =>
    isStoredOption(key) ? [[key, valueOf(row, saved.get(key) ?? OPTION_DEFAULTS[key])]] : [],
  );
  return withPrices(Object.fromEntries(stored) as StoredOptionValues, prices);
}

export const withPrices = (stored: StoredOptionValues, prices: PriceOptionValues): OptionValues =>
  Object.freeze({ ...stored, ...prices });

function valueOf(row: OptionRow, text: string): unknown {
  switch (row.kind) {
    case 'switch':
      return text === 'true';
    case 'whole':
    case 'decimal':
    case 'seconds':
    case 'tokens':
    case 'quota':
      return numberOf(row, text);
    case 'choice':
      return row.choices.includes(text) ? text : row.default;
    case 'texts':
    case 'ratios':
    case 'limits':
    case 'links':
      return jsonOf(row.kind, text);
    case 'words':
      return wordsOf(text);
    case 'tags':
      return Object.freeze(tagNamesIn(text).filter(isTagName).slice(0, TAG_KEYS_MAX));
    default:
      return text;
  }
}

function numberOf(row: Extract<OptionRow, { readonly kind: NumberKind }>, text: string): number {
  const { kind, low, high } = row;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (kind === 'tokens' || kind === 'quota')
    return Number.isSafeInteger(number) && number >= low && number <= high ? number : row.default;
  const isApplied =
    kind === 'seconds'
      ? number > 0 || number === low
      : number >= low && (kind === 'decimal' || Number.isInteger(number));
  return isApplied ? Math.min(number, high) : row.default;
}

function jsonOf(kind: JsonKind, text: string): unknown {
  const json = parsedJson(text);
  if (kind === 'links') return Object.freeze(Array.isArray(json) ? json.filter(isJsonObject).map(textsOf) : []);
  if (!isJsonObject(json)) return Object.freeze({});
  if (kind === 'limits') return limitsOf(json);
  return kind === 'texts' ? textsOf(json) : ratiosOf(json);
}

/** Each once, without blanks around it, in small letters. */
const wordsOf = (text: string): readonly string[] =>
  Object.freeze([...new Set(text.split('\n').map((word) => word.trim().toLowerCase()))].filter((word) => word !== ''));

/** Names of tags that an option may hold. */
export const TAG_KEYS_MAX = 64;

/** Each once; no name holds what stands between them, which may also be commas. */
export const tagNamesIn = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,]+/u).filter((name) => name !== '')),
];

/** Numbers count as their text, other values are left out. */
const textsOf = (json: object): Readonly<Record<string, string>> =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(json)
        .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
        .map(([name, value]) => [name, String(value)]),
    ),
  );

const ratiosOf = (json: object): Readonly<Record<string, number>> =>
  Object.freeze(Object.fromEntries(Object.entries(json).filter(([, value]) => isRatio(value))));

/** By name, in an object without a prototype, since the names that are looked for come from callers. */
const limitsOf = (json: object): Readonly<Record<string, CallLimits>> =>
  Object.freeze(
    Object.assign(
      Object.create(null) as Record<string, CallLimits>,
      Object.fromEntries(
        Object.entries(json).flatMap(([name, value]) => {
          const parsed = callLimitsSchema.safeParse(value);
          const limits = parsed.success ? callLimitsOf(parsed.data) : undefined;
          return limits === undefined ? [] : [[name, limits]];
        }),
      ),
    ),
  );

export const isRatio = (value: unknown): value is number => typeof value === 'number' && value >= 0;
