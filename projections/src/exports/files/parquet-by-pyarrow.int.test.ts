import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EXPORT_LAYOUTS, FORMATS_OF } from '@ledgate/domain/catalogue/export-layouts';
import type { Position } from '@ledgate/domain/ports/event-store';
import { type RunnerWorld, runnerWorld } from '../../testing/runner-world.ts';
import { storeFeed } from '../../testing/store-feed.ts';
import type { Column, ExportSource } from '../layout.ts';
import { LAYOUTS } from '../layouts.ts';
import { exportedBytes, type ExportedRow, exportedRows, orderOf } from '../testing/exported.ts';
import { mixedLedger } from '../testing/mixed-ledger.ts';

jest.setTimeout(120_000);
/** A Python that has pyarrow: another program's reader, which shares nothing with our writer. `CI_FULL=rounds` installs one. */
const python = process.env['PYARROW_PYTHON'];
const suite: (name: string, define: () => void) => void =
  python === undefined
    ? (name, define) => describe.skip(`${name} (NOT RUN: PYARROW_PYTHON names no Python with pyarrow)`, define)
    : describe;

/** Prints of each column its name, its type, how many of its values are null, and their sum: of texts that of their bytes, of times in milliseconds. */
const READ = `
import json, sys
from decimal import Decimal
import pyarrow as pa, pyarrow.parquet as pq
table = pq.read_table(sys.argv[1])
told = []
for field in table.schema:
    values = [value for value in table[field.name].to_pylist() if value is not None]
    if pa.types.is_timestamp(field.type): total = sum(round(value.timestamp() * 1000) for value in values)
    elif pa.types.is_decimal(field.type): total = sum(values, Decimal(0))
    elif pa.types.is_string(field.type): total = sum(len(value.encode()) for value in values)
    else: total = sum(int(value) for value in values)
    told.append([field.name, str(field.type), table.num_rows - len(values), str(total)])
print(json.dumps(told))
`;

const TYPES: Readonly<Record<Column['type'], string>> = {
  integer: 'int64',
  boolean: 'bool',
  time: 'timestamp[ms, tz=UTC]',
  money: 'decimal128(18, 6)',
  text: 'string',
};
const MICRO = 1_000_000;

/** What the same rows come to by their JSON lines. */
function sumOf({ name, type }: Column, rows: readonly ExportedRow[]): string {
  const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
  const sum = (of: (value: string | number | boolean) => number): number =>
    values.reduce((total: number, value) => total + of(value), 0);
  if (type === 'text') return String(sum((value) => Buffer.byteLength(String(value))));
  if (type === 'time') return String(sum((value) => Date.parse(String(value))));
  if (type === 'money') return (sum((value) => Math.round(Number(value) * MICRO)) / MICRO).toFixed(6);
  return String(sum(Number));
}

suite('Parquet files, as pyarrow reads them', () => {
  let world: RunnerWorld;
  let source: ExportSource;
  let position: Position;
  let folder: string;

  beforeAll(async () => {
    const store = await mixedLedger();
    world = await runnerWorld(1, store as never);
    await world.caughtUp(world.start(storeFeed(store, { batchEvents: 1_000 })));
    source = { db: world.pool, store };
    position = await store.head();
    folder = mkdtempSync(join(tmpdir(), 'parquet-'));
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true });
  });

  it.each(EXPORT_LAYOUTS.filter((layout) => FORMATS_OF[layout].includes('parquet')))(
    'have every column of %s with its type, its nulls and its sum',
    async (layout) => {
      const order = orderOf({ layout, position });
      const path = join(folder, `${layout}.parquet`);
      writeFileSync(path, await exportedBytes(source, { ...order, format: 'parquet' }));
      const rows = await exportedRows(source, order);
      expect(rows.length).toBeGreaterThan(0);
      const read = JSON.parse(execFileSync(python ?? '', ['-c', READ, path], { encoding: 'utf8' })) as unknown;
      expect(read).toEqual(
        LAYOUTS[layout].columns.map((column) => [
          column.name,
          TYPES[column.type],
          rows.filter((row) => row[column.name] === null).length,
          sumOf(column, rows),
        ]),
      );
    },
  );
});
