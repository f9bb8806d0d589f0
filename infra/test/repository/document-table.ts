import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUSE, textOf } from './house.ts';

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`.replaceAll(/ +\|/g, ' |');

/** A table in Markdown, a line a row. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [lineOf(head), lineOf(head.map(() => '---')), ...rows.map(lineOf), ''].join('\n');

/** The text of a document between `<!-- what -->` and `<!-- end of what -->`. With UPDATE_DOCUMENTS=1 it is first replaced by `table`. */
export function writtenTable(file: string, what: string, table: string): string | undefined {
  const place = new RegExp(`(?<=<!-- ${what} -->\\n)[^]*(?=<!-- end of ${what} -->)`);
  if (process.env['UPDATE_DOCUMENTS'] === '1')
    writeFileSync(
      join(HOUSE, file),
      textOf(file).replace(place, () => table),
    );
  return textOf(file).match(place)?.[0];
}
