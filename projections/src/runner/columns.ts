import { storedText } from '../shared/stored-text.ts';

// Columns of many rows as Postgres array literals, for `unnest`. Written here because the driver's own conversion costs more than the projections.

const SPECIAL = /["\\]/;
const ESCAPED = /["\\]/g;

export const numbers = (values: readonly (number | bigint | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

export const booleans = (values: readonly boolean[]): string =>
  `{${values.map((value) => (value ? 't' : 'f')).join(',')}}`;

export const texts = (values: readonly string[]): string => `{${values.map(quoted).join(',')}}`;

export const nullableTexts = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`;

function quoted(value: string): string {
  const text = storedText(value);
  return SPECIAL.test(text) ? `"${text.replaceAll(ESCAPED, String.raw`\$&`)}"` : `"${text}"`;
}

const SEPARATOR = '\x1F';

/**
 * JSON texts, for `string_to_array($n, chr(31))`: JSON has no control characters in it, so nothing need be escaped, which would cost much with
 * so many quotes. At least one text.
 */
export const jsons = (values: readonly string[]): string => values.join(SEPARATOR);

/** Ascending by a number. */
export const byNumber = (one: number, other: number): number => one - other;
/** Ascending by code units: the order of a text key with collation "C", for the plain texts that are keys here. */
export const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
