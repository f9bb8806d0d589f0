import { describe, expect, it } from '@jest/globals';
import { bytesOf } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';
import { csvRows } from './csv-rows.ts';

const rowsOf = (text: string) => {
  let header: readonly string[] = [];
  const rows = [...csvRows(bytesOf(Buffer.from(text)), (names) => (header = names))];
  return { header, rows: rows.map((row) => [...row.values()]) };
};

describe('rows of CSV', () => {
  it('hold commas, quotes and the ends of lines within quotes', () => {
    expect(rowsOf('a,b\n1,\n"x, ""y""\n\nz",2\n')).toEqual({
      header: ['a', 'b'],
      rows: [
        ['1', null],
        ['x, "y"\n\nz', '2'],
      ],
    });
  });

  it.each([
    ['nothing', ''],
    ['a row without its end', 'a\n"x\n'],
    ['cells too many', 'a\n1,2\n'],
    ['a quote in the middle', 'a\nx"y"\n'],
  ])('are not read: %s', (_, text) => {
    expect(() => rowsOf(text)).toThrow(Unreadable);
  });

  it('are bounded, and read in one go however many lines one has', () => {
    const lines = `a\n"${'\n'.repeat(300_000)}"\n`;
    expect(rowsOf(lines).rows[0]?.[0]).toHaveLength(300_000);
    expect(() => rowsOf(`a\n"${`${'x'.repeat(999)}\n`.repeat(5_000)}"\n`)).toThrow(/too long/u);
  });
});
