import { describe, expect, it } from '@jest/globals';
import {
  type Columns,
  definitionsOf,
  type RowOf,
  RowsToInsert,
  selectionOf,
  shapeOf,
  storedRowOf,
} from './column-table.ts';
import { insertInto } from './sql.ts';

type Call = { readonly id: number; readonly name: string; readonly loud: boolean };

const COLUMNS = {
  id: { name: 'call_id', type: 'bigint', of: ({ id }) => id },
  kind: { name: 'kind', type: 'smallint', of: ({ name }) => name.length },
  isLoud: { name: 'is_loud', type: 'boolean', of: ({ loud }) => loud },
  caller: { name: 'caller', type: 'text', of: ({ name }) => name },
} as const satisfies Columns<Call>;

const ROW: RowOf<typeof COLUMNS> = { id: 1, kind: 3, isLoud: true, caller: 'a"b' };
const CALL: Call = { id: 1, name: 'a"b', loud: true };

describe('a table of columns', () => {
  it('is what the table is created from, in its order', () => {
    expect(definitionsOf(COLUMNS)).toBe(
      'call_id bigint not null,\n  kind smallint not null,\n  is_loud boolean not null,\n  caller text collate "C" not null',
    );
  });

  it('is what inserts, one array a column, whatever the number of rows', () => {
    expect(insertInto('@rm.calls', COLUMNS)).toBe(
      'insert into @rm.calls (call_id, kind, is_loud, caller) select * from unnest($1::bigint[], $2::smallint[], $3::boolean[], $4::text[])',
    );
    const rows = new RowsToInsert<Call>(COLUMNS);
    expect(rows.arrays()).toEqual(['{}', '{}', '{}', '{}']);
    rows.add(CALL);
    rows.add({ id: 2, name: 'c\0', loud: false });
    expect(rows.arrays()).toEqual(['{1,2}', '{3,2}', '{t,f}', String.raw`{"a\"b","c` + '\uFFFD"}']);
  });

  it('is what a stored row is compared with, by the names of Postgres', () => {
    expect(storedRowOf(COLUMNS, CALL)).toEqual({ call_id: 1, kind: 3, is_loud: true, caller: 'a"b' });
    expect(storedRowOf(COLUMNS, { ...CALL, name: 'c\0' })).toMatchObject({ caller: 'c\uFFFD' });
  });

  it('is what reads, by the names of the code', () => {
    expect(selectionOf(COLUMNS, 'c')).toBe(
      'c.call_id as "id", c.kind as "kind", c.is_loud as "isLoud", c.caller as "caller"',
    );
    expect(Object.keys(ROW)).toEqual(Object.keys(COLUMNS));
  });

  it('says the newest shape that a column came with', () => {
    const later = { name: 'volume', type: 'bigint', of: () => 0, since: 7 } as const;
    expect(shapeOf(COLUMNS)).toBe(0);
    expect(shapeOf({ ...COLUMNS, later })).toBe(7);
  });
});
