import { describe, expect, it } from '@jest/globals';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { EXPORT_GROUP_ROWS } from '../../limits.ts';
import type { ExportRow } from '../layout.ts';
import { column } from '../shared/column.ts';
import type { FileFormat } from './file-format.ts';
import { parquetFormat } from './parquet-format.ts';
import { csvFormat, jsonLinesFormat, linesFormat } from './text-format.ts';

const COLUMNS = [
  column('position', 'integer', '', ''),
  column('stream', 'boolean', '', ''),
  column('time', 'time', '', ''),
  column('amount', 'money', '', ''),
  column('name', 'text', '', ''),
];
const TIME_MS = Date.UTC(2026, 10, 28, 12, 0, 0, 5);
const ROWS: readonly ExportRow[] = [
  [1, true, TIME_MS, '-0.000038', '=1+1'],
  [Number.MAX_SAFE_INTEGER, false, 0, '1234567.000001', 'a "quoted", long\nreason – é 😀'],
  [null, null, null, null, null],
  [-5, true, TIME_MS, '0.000000', ''],
];

function written(format: FileFormat, rows: readonly ExportRow[], stretch = 2): Buffer {
  const pieces = [format.begin()];
  for (let at = 0; at < rows.length; at += stretch) pieces.push(format.add(rows.slice(at, at + stretch)));
  return Buffer.concat([...pieces, format.end()]);
}

/** The reader makes numbers of decimals. */
const roundedOf = (amount: unknown): unknown => (typeof amount === 'number' ? Number(amount.toFixed(6)) : amount);

const arrayBufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer as ArrayBuffer;

describe('CSV', () => {
  it('has a header, quotes where they are needed, empty fields for null, and disarms texts alone', () => {
    expect(written(csvFormat(COLUMNS, false), ROWS).toString()).toBe(
      [
        'position,stream,time,amount,name',
        "1,true,2026-11-28T12:00:00.005Z,-0.000038,'=1+1",
        '9007199254740991,false,1970-01-01T00:00:00.000Z,1234567.000001,"a ""quoted"", long\nreason – é 😀"',
        ',,,,',
        '-5,true,2026-11-28T12:00:00.005Z,0.000000,',
        '',
      ].join('\n'),
    );
  });

  it('leaves texts as they are where that is asked for', () =>
    expect(written(csvFormat(COLUMNS, true), ROWS.slice(0, 1)).toString()).toMatch(/,=1\+1\n$/u));
});

describe('JSON lines', () => {
  it('have the columns in their order, without blanks, money as text', () => {
    expect(written(jsonLinesFormat(COLUMNS), ROWS.slice(0, 3)).toString()).toBe(
      [
        '{"position":1,"stream":true,"time":"2026-11-28T12:00:00.005Z","amount":"-0.000038","name":"=1+1"}',
        '{"position":9007199254740991,"stream":false,"time":"1970-01-01T00:00:00.000Z","amount":"1234567.000001","name":"a \\"quoted\\", long\\nreason – é 😀"}',
        '{"position":null,"stream":null,"time":null,"amount":null,"name":null}',
        '',
      ].join('\n'),
    );
  });

  it('of a layout without columns are its texts', () =>
    expect(written(linesFormat(), [['{"a":1}'], ['{"end":true}']]).toString()).toBe('{"a":1}\n{"end":true}\n'));
});

describe('Parquet', () => {
  it('holds every value in its type, flat and compressed', async () => {
    const file = arrayBufferOf(written(parquetFormat(COLUMNS), ROWS));
    const { schema, row_groups, created_by } = parquetMetadata(file);
    expect(created_by).toBe('ledgate');
    expect(
      schema
        .slice(1)
        .map(({ name, type, converted_type, precision, scale }) => [name, type, converted_type, precision, scale]),
    ).toEqual([
      ['position', 'INT64', undefined, undefined, undefined],
      ['stream', 'BOOLEAN', undefined, undefined, undefined],
      ['time', 'INT64', 'TIMESTAMP_MILLIS', undefined, undefined],
      ['amount', 'INT64', 'DECIMAL', 18, 6],
      ['name', 'BYTE_ARRAY', 'UTF8', undefined, undefined],
    ]);
    expect(row_groups[0]?.columns.map(({ meta_data }) => meta_data?.codec)).toEqual(COLUMNS.map(() => 'SNAPPY'));
    const read = await parquetReadObjects({ file });
    expect(
      read.map(({ position, stream, time, amount, name }) => [position, stream, time, roundedOf(amount), name]),
    ).toEqual([
      [1n, true, new Date(TIME_MS), -0.000038, '=1+1'],
      [BigInt(Number.MAX_SAFE_INTEGER), false, new Date(0), 1234567.000001, 'a "quoted", long\nreason – é 😀'],
      [null, null, null, null, null],
      [-5n, true, new Date(TIME_MS), 0, ''],
    ]);
  });

  it('is a file without rows where there are none', async () => {
    const file = arrayBufferOf(written(parquetFormat(COLUMNS), []));
    expect(parquetMetadata(file).num_rows).toBe(0n);
    expect(await parquetReadObjects({ file })).toEqual([]);
  });

  it('goes on behind a whole row group to the same bytes, in row groups of one size', () => {
    const rows = Array.from({ length: EXPORT_GROUP_ROWS * 2 + 7 }, (_, at): ExportRow => [
      at,
      at % 2 === 0,
      TIME_MS + at,
      '0.000001',
      `row ${at}`,
    ]);
    const whole = written(parquetFormat(COLUMNS), rows, 999);
    const first = parquetFormat(COLUMNS);
    const begun = Buffer.concat([first.begin(), first.add(rows.slice(0, EXPORT_GROUP_ROWS + 3))]);
    expect(first.pending).toBe(3);
    const soFar = { bytes: begun.length, rows: EXPORT_GROUP_ROWS, notes: [first.notes() ?? ''] };
    const second = parquetFormat(COLUMNS, soFar);
    const rest = Buffer.concat([second.add(rows.slice(EXPORT_GROUP_ROWS)), second.end()]);
    expect(Buffer.concat([begun, rest]).equals(whole)).toBe(true);
    const groups = parquetMetadata(arrayBufferOf(whole)).row_groups.map(({ num_rows }) => Number(num_rows));
    expect(groups).toEqual([EXPORT_GROUP_ROWS, EXPORT_GROUP_ROWS, 7]);
  });
});
