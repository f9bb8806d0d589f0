import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { EXPORT_GROUP_ROWS } from '../../limits.ts';
import type { Column, ColumnType, ExportRow } from '../layout.ts';
import type { FileFormat, WrittenSoFar } from './file-format.ts';

/** Named in the file, so that its bytes do not tell which version of the writer made it. */
const CREATED_BY = 'ledgate';
const MONEY_DIGITS = 18;
const MONEY_PLACES = 6;

const TYPES: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  money: { type: 'INT64', converted_type: 'DECIMAL', precision: MONEY_DIGITS, scale: MONEY_PLACES },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
};

/** The least and the most of a row group stand in the file for places and times, by which readers pass over groups. */
const isRanked = ({ name, type }: Column): boolean => type === 'time' || name === 'position' || name === 'x_Position';

type Value = ExportRow[number];
type Stored = Value | bigint;

/** Money is text with 6 places. */
const STORED: Readonly<Record<ColumnType, (value: Value) => Stored>> = {
  integer: (value) => BigInt(value as number),
  boolean: (value) => value,
  time: (value) => BigInt(value as number),
  money: (value) => BigInt((value as string).replace('.', '')),
  text: (value) => value,
};

type RowGroups = ParquetWriter['row_groups'];

/** A file of row groups of EXPORT_GROUP_ROWS, flat, compressed by Snappy (docs/decisions/0025-parquet-writer.md). @param soFar goes on behind whole groups */
export function parquetFormat(columns: readonly Column[], soFar?: WrittenSoFar): FileFormat {
  return new ParquetFormat(columns, soFar);
}

class ParquetFormat implements FileFormat {
  readonly #columns: readonly Column[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #values: Value[][];
  #rows = 0;
  #noted: number;

  constructor(columns: readonly Column[], soFar: WrittenSoFar | undefined) {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'ledgate', num_children: columns.length },
        ...columns.map(({ name, type }): SchemaElement => ({ ...TYPES[type], name, repetition_type: 'OPTIONAL' })),
      ],
      createdBy: CREATED_BY,
    });
    this.#values = columns.map(() => []);
    if (soFar !== undefined) {
      this.#bytes.index = 0;
      this.#bytes.offset = soFar.bytes;
      this.#writer.row_groups = soFar.notes.flatMap(groupsFrom);
      this.#writer.num_rows = BigInt(soFar.rows);
    }
    this.#noted = this.#writer.row_groups.length;
  }

  get pending(): number {
    return this.#rows;
  }

  begin(): Uint8Array {
    return this.#taken();
  }

  add(rows: readonly ExportRow[]): Uint8Array {
    for (const row of rows) {
      for (const [index, values] of this.#values.entries()) values.push(row[index] ?? null);
      this.#rows += 1;
      if (this.#rows === EXPORT_GROUP_ROWS) this.#writeGroup();
    }
    return this.#taken();
  }

  notes(): string | null {
    const groups = this.#writer.row_groups.slice(this.#noted);
    this.#noted += groups.length;
    return groups.length === 0 ? null : groupsText(groups);
  }

  end(): Uint8Array {
    if (this.#rows > 0) this.#writeGroup();
    void this.#writer.finish();
    return this.#taken();
  }

  #writeGroup(): void {
    const all = this.#values;
    const columnData = this.#columns.map((column, index) => ({
      name: column.name,
      // One column after the other is made what it is stored as, which takes more than what it was.
      get data(): Stored[] {
        return (all[index] ?? []).map((value) => (value === null ? null : STORED[column.type](value)));
      },
      statistics: isRanked(column),
      offsetIndex: false,
    }));
    this.#values = this.#columns.map(() => []);
    void this.#writer.write({ columnData, rowGroupSize: this.#rows });
    this.#writer.pendingIndexes = [];
    this.#rows = 0;
  }

  /** What was made since the last time. */
  #taken(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}

/** As JSON, 64-bit integers marked as such. */
const groupsText = (groups: RowGroups): string =>
  JSON.stringify(groups, (_, value: unknown) => (typeof value === 'bigint' ? { int64: value.toString() } : value));

const groupsFrom = (text: string): RowGroups =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'int64' in value ? BigInt(value.int64 as string) : value,
  ) as RowGroups;
