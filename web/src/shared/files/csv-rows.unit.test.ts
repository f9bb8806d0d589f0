import { describe, expect, it } from '@jest/globals';
import { CsvRows } from './csv-rows.ts';

const counted = (...pieces: readonly string[]): number => {
  const rows = new CsvRows();
  for (const piece of pieces) rows.add(new TextEncoder().encode(piece));
  return rows.count;
};

describe('rows of a file that comes in pieces', () => {
  it('are its lines without the first', () => {
    expect(counted('')).toBe(0);
    expect(counted('id,name\n')).toBe(0);
    expect(counted('id,name\n1,a\n2,', 'b\n')).toBe(2);
  });

  it('may hold ends of lines and quotes in a cell, wherever a piece ends', () => {
    expect(counted('id,name\n1,"two\nlines"\n2,"say ""x""\n', '"\n')).toBe(2);
    expect(counted('id,name\n1,"a"', '"b\n"\n')).toBe(1);
  });
});
