/** How amounts are shown: the operator's choice from the status record. */
export type MoneyUnit = { readonly quotaPerUnit: number; readonly currency: boolean };

/** 2 for balances, which are rounded down; 6 for single charges and sums of them. */
export type Digits = 2 | 6;

const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** U+2212, before what is below zero. */
export const MINUS = '−';
const sign = (value: number, signed: boolean): string => (value < 0 ? MINUS : signed && value > 0 ? '+' : '');

/** A whole number with grouping, `1,204,332`. */
export const formatCount = (value: number): string => `${sign(value, false)}${points.format(Math.abs(value))}`;

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** A number of a sentence, with all its decimals: `−999`, `1,204,332.5`. */
export const formatNumber = (value: number): string => `${sign(value, false)}${decimals.format(Math.abs(value))}`;

/** Quota units as they are: `500,000`. */
export const formatQuotaUnits = (quota: number, signed = false): string =>
  `${sign(quota, signed)}${points.format(Math.abs(quota))}`;

/** The same for a whole number that comes as its digits, since a number does not hold it: `9,007,199,254,740,993`. */
export function formatDigits(digits: string, signed = false): string {
  const value = BigInt(digits);
  const size = value < 0n ? -value : value;
  return `${value < 0n ? MINUS : signed && value > 0n ? '+' : ''}${points.format(size)}`;
}

/**
 * Quota in the smallest part of a dollar that `digits` show. With 2 digits downwards, also below zero: a balance never looks larger than it is.
 * With 6 to the nearest, which is exact at 500,000 units a dollar. Whole and rest apart, so that large quota stays exact.
 */
function dollarParts(quota: number, quotaPerUnit: number, digits: Digits): bigint {
  const whole = Math.floor(quota / quotaPerUnit);
  const rest = ((quota - whole * quotaPerUnit) * 10 ** digits) / quotaPerUnit;
  return BigInt(whole) * 10n ** BigInt(digits) + BigInt(digits === 2 ? Math.floor(rest) : Math.round(rest));
}

/** Quota as dollars, `$1.00`, `−$0.004500`. The minus sign stands before the currency. */
export function formatDollars(quota: number, quotaPerUnit: number, digits: Digits, signed = false): string {
  const parts = dollarParts(quota, quotaPerUnit, digits);
  const size = parts < 0n ? -parts : parts;
  const dollar = 10n ** BigInt(digits);
  return `${sign(quota, signed)}$${points.format(size / dollar)}.${String(size % dollar).padStart(digits, '0')}`;
}

/** Quota in the operator's unit. `signed` puts a plus before what is positive. */
export const formatQuota = (quota: number, unit: MoneyUnit, digits: Digits = 2, signed = false): string =>
  unit.currency ? formatDollars(quota, unit.quotaPerUnit, digits, signed) : formatQuotaUnits(quota, signed);

/** The same amount in the unit that `formatQuota` did not choose, for the tooltip. */
export const formatOtherUnit = (quota: number, unit: MoneyUnit): string =>
  unit.currency ? formatQuotaUnits(quota) : formatDollars(quota, unit.quotaPerUnit, 6);

/** The exact amount in both units, for the tooltip of what is shown in fewer digits: `$9.999456 · 4,999,728 units`. */
export const formatExactly = (
  quota: number,
  { quotaPerUnit }: MoneyUnit,
  unitsOf: (amount: string) => string,
): string => `${formatDollars(quota, quotaPerUnit, 6)} · ${unitsOf(formatQuotaUnits(quota))}`;

const ABBREVIATIONS: readonly (readonly [number, string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e4, 'k'],
];

/** k from 1e4, M from 1e6, B from 1e9 (docs/console.md#numbers); for tiles and axes only. */
export function abbreviate(value: number): string {
  const found = ABBREVIATIONS.find(([least]) => Math.abs(value) >= least);
  const size = Math.abs(value);
  if (!found) return `${sign(value, false)}${Number.isInteger(size) ? points.format(size) : size.toFixed(2)}`;
  const [least, letter] = found;
  const scaled = size / (letter === 'k' ? 1e3 : least);
  return `${sign(value, false)}${scaled.toFixed(1).replace(/\.0$/u, '')}${letter}`;
}

/** Without zeros at the end, but with two decimals at least. */
const shortest = (dollars: number): string => dollars.toFixed(6).replace(/(\.\d\d\d*?)0+$/u, '$1');

/** An amount on an axis or tile: `$12.5k`, `500k`; small dollars to the last digit, `$0.00015`, so that the steps of an axis are even. */
export const abbreviateQuota = (quota: number, unit: MoneyUnit): string => {
  if (!unit.currency) return abbreviate(quota);
  const dollars = Math.abs(quota) / unit.quotaPerUnit;
  const text = dollars < 1 ? shortest(dollars) : dollars < 1e4 ? dollars.toFixed(2) : abbreviate(dollars);
  return `${sign(quota, false)}$${text}`;
};

/**
 * What a person typed as an amount in the operator's unit, as quota units; undefined when it is no number, or no whole number of units. However large: who
 * takes it has bounds. Dollars are rounded to the nearest unit.
 */
export function amountIn(text: string, unit: MoneyUnit): number | undefined {
  const plain = text
    .trim()
    .replace(/^[+]/u, '')
    .replace(MINUS, '-')
    .replaceAll(/[$,\s]/gu, '');
  if (!/^-?\d+(\.\d*)?$|^-?\.\d+$/u.test(plain)) return undefined;
  const quota = unit.currency ? Math.round(Number(plain) * unit.quotaPerUnit) : Number(plain);
  return Number.isInteger(quota) || Math.abs(quota) === Infinity ? quota + 0 : undefined;
}

/** The same; undefined, too, when it is no safe integer of quota. */
export function parseAmount(text: string, unit: MoneyUnit): number | undefined {
  const quota = amountIn(text, unit);
  return Number.isSafeInteger(quota) ? quota : undefined;
}

/** An amount as the text of an input field, without grouping: the opposite of `parseAmount`. */
export const amountText = (quota: number, unit: MoneyUnit): string =>
  unit.currency ? String(Number((quota / unit.quotaPerUnit).toFixed(6))) : String(quota);
