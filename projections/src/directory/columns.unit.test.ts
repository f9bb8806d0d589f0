import { describe, expect, it } from '@jest/globals';
import { type Columns, editableOf, newRowOf, selected } from './columns.ts';

type Row = { readonly id: number; readonly name: string; readonly secretKey: string; readonly weight: number };

const COLUMNS = {
  id: { new: 'made' },
  name: { new: 'given', editable: true },
  secretKey: { new: { or: '' }, editable: true },
  weight: { new: { or: 7 } },
} as const satisfies Columns<Row>;

describe('the columns of a table of the directory', () => {
  it('say what a new row has: what is given, and else what stands there, but for what is made', () => {
    expect(newRowOf<Row, typeof COLUMNS>(COLUMNS, { name: 'a' })).toEqual({ name: 'a', secretKey: '', weight: 7 });
    expect(newRowOf<Row, typeof COLUMNS>(COLUMNS, { name: '', secretKey: 's', weight: 0 })).toEqual({
      name: '',
      secretKey: 's',
      weight: 0,
    });
  });

  it('leave out what they do not know', () => {
    const given = { name: 'a', id: 5, other: 1 };
    expect(newRowOf<Row, typeof COLUMNS>(COLUMNS, given)).toEqual({ name: 'a', secretKey: '', weight: 7 });
  });

  it('say what is read, and what an edit may set', () => {
    expect(selected(COLUMNS, 'secretKey')).toEqual(['id as id', 'name as name', 'weight as weight']);
    expect(selected(COLUMNS)).toContain('secret_key as secretKey');
    expect(editableOf(COLUMNS)).toEqual(['name', 'secretKey']);
  });
});
