import { describe, expect, it } from '@jest/globals';
import type { Column } from './columns.ts';
import { shownColumns, type Width } from './shown-columns.ts';

const columns: readonly Column<string>[] = [
  { id: 'id', header: 'ID', from: 1440, cell: (row) => row },
  { id: 'name', header: 'Name', stacked: 'title', cell: (row) => row },
  { id: 'status', header: 'Status', stacked: 'note', cell: (row) => row },
  { id: 'key', header: 'Key', from: 1280, cell: (row) => row },
  { id: 'used', header: 'Used', stacked: 'figure', cell: (row) => row },
];
const idsOf = (width: Width, chosen?: readonly string[]) => {
  const { shown, inRow } = shownColumns(columns, width, chosen);
  return [shown.map(({ id }) => id), inRow.map(({ id }) => id)];
};

describe('shownColumns', () => {
  it('lets columns of less weight go into the row where there is no room for them', () => {
    expect(idsOf(1440)).toEqual([['id', 'name', 'status', 'key', 'used'], []]);
    expect(idsOf(1280)).toEqual([['name', 'status', 'key', 'used'], ['id']]);
    expect(idsOf(600)).toEqual([
      ['name', 'status', 'used'],
      ['id', 'key'],
    ]);
  });

  it('shows the columns that were chosen, whatever room there is, and always the one by which a row is known', () => {
    for (const width of [600, 1280, 1440] as const)
      expect(idsOf(width, ['key'])).toEqual([
        ['name', 'key'],
        ['id', 'status', 'used'],
      ]);
  });

  it('takes the two lines on a small screen, whatever was chosen', () =>
    expect(idsOf(0, ['key'])).toEqual([
      ['name', 'status', 'used'],
      ['id', 'key'],
    ]));
});
