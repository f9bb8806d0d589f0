import { type Bytes, linesOf } from '../bytes.ts';
import { LINE_BYTES_MAX } from '../limits.ts';
import { Unreadable } from '../unreadable.ts';

/** A row by its columns; null where a cell is empty. */
export type CsvRow = ReadonlyMap<string, string | null>;

const QUOTE = '"';

/** The rows of a CSV file (RFC 4180) behind its header. Throws Unreadable for what is none. */
export function* csvRows(bytes: Bytes): Generator<CsvRow> {
  let names: readonly (string | null)[] | undefined;
  let begun = '';
  for (const { text, number } of linesOf(bytes)) {
    if (text === undefined) throw new Unreadable(`line ${number} is no UTF-8`);
    begun = begun === '' ? text : `${begun}\n${text}`;
    if (begun.length > LINE_BYTES_MAX) throw new Unreadable(`the row that ends with line ${number} is too long`);
    // A cell that holds the end of a line has an odd number of quotes before it.
    if (begun.split(QUOTE).length % 2 === 0) continue;
    const cells = cellsOf(begun);
    begun = '';
    if (names === undefined) {
      names = cells;
      continue;
    }
    if (cells.length !== names.length)
      throw new Unreadable(`line ${number} has ${cells.length} cells where the header has ${names.length}`);
    yield new Map(cells.map((cell, at) => [names?.[at] ?? '', cell]));
  }
  if (begun !== '' || names === undefined) throw new Unreadable('it stops in the middle of a row');
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
