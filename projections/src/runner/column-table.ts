import { storedText } from '../shared/stored-text.ts';
import { booleans, numbers, texts } from './columns.ts';

type Value = { bigint: number; smallint: number; boolean: boolean; text: string };
type OfType<Source, Type extends keyof Value> = {
  /** In Postgres. */
  readonly name: string;
  readonly type: Type;
  readonly of: (source: Source) => Value[Type];
  /** The first shape of read models (schema/shape.ts) with this column; of all shapes of today's releases where not given. */
  readonly since?: number;
};

/** One column of a table whose rows are only ever inserted, what it holds of what a row is made from; never null. */
export type Column<Source> = { [Type in keyof Value]: OfType<Source, Type> }[keyof Value];

/** The columns of a table in its order, by the names that code has for them. */
export type Columns<Source> = Readonly<Record<string, Column<Source>>>;

/** A row as it is stored. */
export type RowOf<Table extends Columns<never>> = {
  readonly [Field in keyof Table]: ReturnType<Table[Field]['of']>;
};

const DEFINITIONS: Readonly<Record<keyof Value, string>> = {
  bigint: 'bigint',
  smallint: 'smallint',
  boolean: 'boolean',
  // In the order of code units, which needs no rules of a language.
  text: 'text collate "C"',
};

/** What stands between the brackets of `create table`. */
export const definitionsOf = (columns: Columns<never>): string =>
  Object.values(columns)
    .map(({ name, type }) => `${name} ${DEFINITIONS[type]} not null`)
    .join(',\n  ');

/** For `select`: rows come as RowOf. @param alias of the table */
export const selectionOf = (columns: Columns<never>, alias: string): string =>
  Object.entries(columns)
    .map(([field, { name }]) => `${alias}.${name} as "${field}"`)
    .join(', ');

/** The row of one source as Postgres holds it, by the columns' names. */
export const storedRowOf = <Source>(columns: Columns<Source>, source: Source): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.values(columns).map((column) => {
      const value = column.of(source);
      return [column.name, typeof value === 'string' ? storedText(value) : value];
    }),
  );

/** The newest shape that one of the columns came with; 0 where none says so. */
export const shapeOf = (columns: Columns<never>): number =>
  Math.max(0, ...Object.values(columns).map(({ since = 0 }) => since));

type Values<Source> = { add(source: Source): void; array(): string };

/** Rows of a batch, column by column: the parameters of `insertInto`. Sources are let go at once. */
export class RowsToInsert<Source> {
  readonly #columns: readonly Values<Source>[];

  constructor(columns: Columns<Source>) {
    this.#columns = Object.values(columns).map(valuesOf);
  }

  add(source: Source): void {
    for (const column of this.#columns) column.add(source);
  }

  arrays(): readonly string[] {
    return this.#columns.map((column) => column.array());
  }
}

function valuesOf<Source>(column: Column<Source>): Values<Source> {
  switch (column.type) {
    case 'bigint':
    case 'smallint':
      return collected(column.of, numbers);
    case 'boolean':
      return collected(column.of, booleans);
    case 'text':
      return collected(column.of, texts);
  }
}

function collected<Source, Each>(
  of: (source: Source) => Each,
  arrayOf: (values: readonly Each[]) => string,
): Values<Source> {
  const values: Each[] = [];
  return { add: (source) => values.push(of(source)), array: () => arrayOf(values) };
}
