import { type Bytes, linesOf } from '../bytes.ts';
import { LINE_BYTES_MAX } from '../limits.ts';
import { Unreadable } from '../unreadable.ts';

/** A row by its columns; null where a cell is empty. */
export type CsvRow = ReadonlyMap<string, string | null>;

const QUOTE = '"';

/** The rows of a CSV file (RFC 4180) behind its header, of which `tellHeader` learns. Throws Unreadable for what is none. */
export function* csvRows(bytes: Bytes, tellHeader: (names: readonly string[]) => void): Generator<CsvRow> {
  let names: readonly string[] | undefined;
  for (const { text, number } of wholeRows(bytes)) {
    const cells = cellsOf(text);
    if (names === undefined) {
      names = cells.map((cell) => cell ?? '');
      tellHeader(names);
      continue;
    }
    if (cells.length !== names.length)
      throw new Unreadable(`line ${number} has ${cells.length} cells where the header has ${names.length}`);
    yield new Map(cells.map((cell, at) => [names?.[at] ?? '', cell]));
  }
  if (names === undefined) throw new Unreadable('it has no header');
}

/** A cell that holds the end of a line has an odd number of quotes before it. Each line is looked at once, however many a row has. */
function* wholeRows(bytes: Bytes): Generator<{ readonly text: string; readonly number: number }> {
  let begun: string[] = [];
  let length = 0;
  let isWithin = false;
  for (const { text, number } of linesOf(bytes)) {
    if (text === undefined) throw new Unreadable(`line ${number} is no UTF-8`);
    begun.push(text);
    length += text.length + 1;
    if (length > LINE_BYTES_MAX) throw new Unreadable(`the row that ends with line ${number} is too long`);
    for (let at = text.indexOf(QUOTE); at >= 0; at = text.indexOf(QUOTE, at + 1)) isWithin = !isWithin;
    if (isWithin) continue;
    yield { text: begun.join('\n'), number };
    begun = [];
    length = 0;
  }
  if (isWithin) throw new Unreadable('it stops in the middle of a row');
}

function cellsOf(row: string): readonly (string | null)[] {
  if (!row.includes(QUOTE)) return row.split(',').map((cell) => (cell === '' ? null : cell));
  const cells: (string | null)[] = [];
  const cell = /("(?:[^"]|"")*"|[^,"]*)(,|$)/gy;
  for (let found = cell.exec(row); found !== null; found = cell.exec(row)) {
    const [, text = '', end] = found;
    const plain = text.startsWith(QUOTE) ? text.slice(1, -1).replaceAll('""', QUOTE) : text;
    cells.push(plain === '' ? null : plain);
    if (end === '') return cells;
  }
  throw new Unreadable('a quote stands in the middle of a cell');
}
