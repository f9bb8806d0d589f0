import { columnsOf } from '../shared/column-names.ts';

/**
 * One column of a table whose rows people make and edit. `new`: what a new row has there. `given`: whoever makes it says it; `made`: the table or the
 * code that makes the row does; else this, where nobody says another. `editable`: an edit may set it.
 */
type Column<Value> = { readonly new: 'given' | 'made' | { readonly or: Value }; readonly editable?: true };

/** The columns of a table, by the fields of its rows: a row a fact, from which reading, inserting and editing follow. */
export type Columns<Row> = { readonly [Field in keyof Row]-?: Column<Row[Field]> };

type FieldsOf<Table, Wanted> = {
  [Field in keyof Table]: Table[Field] extends Wanted ? Field : never;
}[keyof Table];

/** What makes a row. */
export type NewRow<Row, Table extends Columns<Row>> = Pick<Row, FieldsOf<Table, { new: 'given' }> & keyof Row> &
  Partial<Pick<Row, FieldsOf<Table, { new: { or: unknown } }> & keyof Row>>;

/** What an edit of a row may set. */
export type EditOf<Row, Table extends Columns<Row>> = Partial<
  Pick<Row, FieldsOf<Table, { editable: true }> & keyof Row>
>;

type Entry = readonly [field: string, column: Column<unknown>];

const entriesOf = (table: object): readonly Entry[] => Object.entries(table) as unknown as readonly Entry[];

/** For select and returning. @param secret fields that most readers do not get */
export const selected = (table: object, ...secret: readonly string[]): readonly string[] =>
  columnsOf(Object.keys(table).filter((field) => !secret.includes(field)));

/** A new row, but for what is made: what is given, and else what its columns say. */
export const newRowOf = <Row, Table extends Columns<Row>>(
  table: Table,
  given: NewRow<Row, Table>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    entriesOf(table).flatMap(([field, { new: made }]) => {
      const said = (given as Readonly<Record<string, unknown>>)[field];
      if (made === 'made') return [];
      return [[field, said === undefined && made !== 'given' ? made.or : said]];
    }),
  );

export const editableOf = (table: object): readonly string[] =>
  entriesOf(table).flatMap(([field, { editable }]) => (editable === true ? [field] : []));
