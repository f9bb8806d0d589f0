/** A cell: a text is disarmed, a number, its digits and a switch are written as they are, null is empty. */
export type CsvCell = string | number | boolean | null | Digits;

/** A number as text, `-1.500000`: exact, with the places that it has. */
export type Digits = { readonly digits: string };

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/u;
const NEEDS_QUOTES = /[",\n\r]/u;
const ROW_END = '\n';

/**
 * Rows as text of a CSV file (RFC 4180), UTF-8 without a mark of that, each with its end.
 *
 * @param rawText left out or false: a text that a spreadsheet would reckon gets a `'` before it
 */
export const csvText = (rows: readonly (readonly CsvCell[])[], rawText = false): string =>
  rows.map((row) => `${row.map((cell) => cellText(cell, rawText)).join(',')}${ROW_END}`).join('');

function cellText(cell: CsvCell, rawText: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'object') return cell.digits;
  if (typeof cell !== 'string') return String(cell);
  const text = !rawText && FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
