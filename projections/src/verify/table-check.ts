import type { PoolClient } from 'pg';
import { VERIFY_PAGE_ROWS } from '../limits.ts';
import type { Generation } from '../schema/generations.ts';
import { exactRows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { storedText } from '../shared/stored-text.ts';
import { type Finding, type Findings, ofColumn, type Place } from './finding.ts';

type Row = Readonly<Record<string, unknown>>;

export type TableToCheck = {
  readonly kind: Finding['kind'];
  readonly table: string;
  /** Columns whose values, joined by `/`, are the key. */
  readonly key: readonly string[];
  /** By key; only these columns are compared. */
  readonly expected: ReadonlyMap<string, Row>;
  /** Names a row for a person. */
  readonly subject: (key: string) => string;
  /** Whose row it is. */
  readonly place?: (key: string) => Place;
};

/** A whole table against what it must hold, read in pages by a cursor of the snapshot. */
export async function checkTable(
  client: PoolClient,
  { schema }: Generation,
  findings: Findings,
  { kind, table, key, expected, subject, place = () => ({}) }: TableToCheck,
): Promise<void> {
  const wantedRows = new Map([...expected].map(([text, row]) => [storedText(text), row]));
  const missing = new Set(wantedRows.keys());
  await client.query(`declare verify_${table} no scroll cursor for select * from ${schema}.${table}`);
  for (;;) {
    const page = await exactRows<Row>(client, query.raw(`fetch ${VERIFY_PAGE_ROWS} from verify_${table}`));
    for (const row of page) compare(row, key.map((column) => String(row[column])).join('/'));
    if (page.length < VERIFY_PAGE_ROWS) break;
  }
  await client.query(`close verify_${table}`);
  for (const text of missing)
    findings.add(kind, subject(text), describe(wantedRows.get(text)), 'no row', { place: place(text) });

  function compare(row: Row, text: string): void {
    const wanted = wantedRows.get(text);
    missing.delete(text);
    if (wanted === undefined) {
      findings.add(kind, subject(text), 'no row', describe(row), { place: place(text) });
      return;
    }
    for (const [column, value] of Object.entries(wanted)) {
      if (String(row[column]) !== storedText(String(value)))
        findings.add(kind, `${subject(text)}, ${column}`, value, row[column], ofColumn(column, place(text)));
    }
  }
}

const describe = (row: Row | undefined): string => JSON.stringify(row);
