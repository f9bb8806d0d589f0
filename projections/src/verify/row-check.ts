import { setImmediate as breath } from 'node:timers/promises';
import type { Recorded } from '@ledgate/domain/events/codec';
import { postings } from '@ledgate/domain/postings/postings';
import type { PoolClient } from 'pg';
import { auditRecordOf } from '../audit/audit-record.ts';
import { fieldsOf } from '../audit/book-fields.ts';
import { bookChangedBy } from '../audit/sql.ts';
import { ledgerEntryOf, type LedgerEntryValues } from '../ledger/ledger-entry-of.ts';
import { type Moved, movedBy } from '../ledger/moved-by.ts';
import { NO_MONEY } from '../lots/wallet-fold.ts';
import { LOG_COLUMNS } from '../logs/log-columns.ts';
import { loggedEventOf } from '../logs/logged-event.ts';
import { storedRowOf } from '../runner/column-table.ts';
import { keyRowOf, sealRowOf } from '../seals/seals-projection.ts';
import type { Generation } from '../schema/generations.ts';
import { snakeCase } from '../shared/column-names.ts';
import { rows } from '../shared/database.ts';
import { query } from '../shared/query.ts';
import { storedText } from '../shared/stored-text.ts';
import type { CleaningCheck } from './cleaning-check.ts';
import { type Finding, type Findings, ofColumn, type Place, placeOfAccount } from './finding.ts';
import { WalletCheck } from './wallet-check.ts';

type Row = Readonly<Record<string, unknown>>;
type Kind = Extract<Finding['kind'], 'log row' | 'ledger entry' | 'journal entry' | 'audit record' | 'seal'>;

/** The tables with a row an event, compared page by page: every row that must be there, as it must be, and no other. */
export class RowCheck {
  readonly #client: PoolClient;
  readonly #generation: Generation;
  readonly #findings: Findings;
  readonly #cleaning: CleaningCheck;
  /** Running figures of every account and token, and by how much the rows differ from them. */
  readonly #running = new Map<string, { readonly figure: number; readonly wrongBy: number }>();
  /** Sources of audit records that are no position: of codes that were deleted, and of requests that changed prices. */
  readonly #said = new Set<string>();
  readonly wallets: WalletCheck;

  constructor(client: PoolClient, generation: Generation, findings: Findings, cleaning: CleaningCheck) {
    this.#client = client;
    this.#generation = generation;
    this.#findings = findings;
    this.#cleaning = cleaning;
    this.wallets = new WalletCheck(client, generation);
  }

  /** Rows of positions above `after` up to `upTo` against the events there. */
  async compare(events: readonly Recorded[], after: number, upTo: number): Promise<void> {
    await this.#logRows(events, after, upTo);
    await breath();
    await this.#ledgerEntries(events, after, upTo);
    await breath();
    await this.#journalEntries(events, after, upTo);
    await breath();
    await this.#auditRecords(events, after, upTo);
    await this.#seals(events, after, upTo);
  }

  async #read(table: string, after: number, upTo: number): Promise<readonly Row[]> {
    return rows<Row>(
      this.#client,
      query(`${this.#generation.schema}.${table}`)
        .where('position', '>', after)
        .where('position', '<=', upTo)
        .orderBy('position'),
    );
  }

  async #logRows(events: readonly Recorded[], after: number, upTo: number): Promise<void> {
    const expected = new Map<string, Row>();
    for (const event of events) {
      const logged = loggedEventOf(event);
      if (logged !== undefined && this.#cleaning.isShown(logged))
        expected.set(String(logged.position), storedRowOf(LOG_COLUMNS, logged));
    }
    const seen = (await this.#read('log_rows', after, upTo)).filter((row) =>
      this.#cleaning.isShown({ position: Number(row['position']), atMs: Number(row['at_ms']) }),
    );
    this.#differences(
      'log row',
      expected,
      seen.map((row) => [String(row['position']), row]),
      (key, row) =>
        `position ${key}${row['request_id'] === '' ? '' : ` (request ${String(row['request_id'])})`} of account ${String(row['user_id'])}`,
    );
  }

  async #ledgerEntries(events: readonly Recorded[], after: number, upTo: number): Promise<void> {
    const seen = await this.#read('ledger_entries', after, upTo);
    const shown = new Map(seen.map((row) => [Number(row['position']), row]));
    const money = await this.wallets.moved(events, after);
    const expected = new Map<string, Row>();
    for (const event of events) {
      const entry = ledgerEntryOf(event);
      if (entry === undefined) continue;
      const { accountId, facts, ...values } = entry;
      expected.set(String(entry.position), {
        ...columnsOf({ ...values, ...(money.get(entry.position) ?? NO_MONEY), facts: JSON.stringify(facts) }),
        user_id: accountId,
      });
      this.#runningFigures(entry, movedBy(event), shown.get(entry.position));
    }
    this.#differences(
      'ledger entry',
      expected,
      seen.map((row) => [String(row['position']), row]),
      (key, row) => `position ${key} of account ${String(row['user_id'])}`,
    );
  }

  #runningFigures({ accountId, position }: LedgerEntryValues, moved: Moved, row: Row | undefined): void {
    const place = { position, userId: accountId };
    this.#runningFigure(`${accountId} balance`, 'balance_after', moved.balance, row, place);
    this.#runningFigure(`${accountId} used`, 'used_after', moved.used, row, place);
    this.#runningFigure(`${accountId} earnings`, 'earnings_after', moved.earnings, row, place);
    if (moved.token === undefined) {
      if (row !== undefined && row['token_used_after'] !== null)
        this.#wrongFigure('token_used_after', 'none', row['token_used_after'], place);
    } else this.#runningFigure(`token ${moved.token.id}`, 'token_used_after', moved.token.used, row, place);
  }

  /** One wrong amount makes every later figure of the account wrong by as much: only the first is named. */
  #runningFigure(
    of: string,
    column: string,
    moved: number,
    row: Row | undefined,
    place: { readonly position: number; readonly userId: number },
  ): void {
    const { figure, wrongBy } = this.#running.get(of) ?? { figure: 0, wrongBy: 0 };
    const expected = figure + moved;
    const difference = row === undefined ? wrongBy : Number(row[column]) - expected;
    if (difference !== wrongBy && difference !== 0) this.#wrongFigure(column, expected, row?.[column], place);
    this.#running.set(of, { figure: expected, wrongBy: difference });
  }

  #wrongFigure(
    column: string,
    expected: unknown,
    seen: unknown,
    place: { readonly position: number; readonly userId: number },
  ): void {
    this.#findings.add(
      'ledger entry',
      `position ${place.position} of account ${place.userId}, ${column}`,
      expected,
      seen,
      ofColumn(column, place),
    );
  }

  async #journalEntries(events: readonly Recorded[], after: number, upTo: number): Promise<void> {
    const expected = new Map<string, Row>();
    for (const event of events) {
      for (const { account, amount } of postings(event))
        expected.set(
          `${event.position}/${storedText(account)}`,
          columnsOf({ position: event.position, account, amount }),
        );
    }
    const seen = await this.#read('journal_entries', after, upTo);
    this.#differences(
      'journal entry',
      expected,
      seen.map((row) => [`${String(row['position'])}/${String(row['account'])}`, row]),
      (_key, row) => `position ${String(row['position'])}, ${String(row['account'])}`,
    );
  }

  async #auditRecords(events: readonly Recorded[], after: number, upTo: number): Promise<void> {
    const expected = new Map<string, Row>();
    for (const event of events) {
      const record = auditRecordOf(event);
      if (record === undefined || this.#isSaidAgain(record)) continue;
      const { fields: _, target, isLate, ...values } = record;
      const fields = await fieldsOf(record, (version, fromMs) => this.#bookChangedBy(version, fromMs));
      expected.set(
        String(record.position),
        columnsOf({
          ...values,
          late: isLate,
          targetType: target.type,
          targetId: target.id,
          before: JSON.stringify(fields.before),
          after: JSON.stringify(fields.after),
        }),
      );
    }
    const seen = await this.#read('audit_records', after, upTo);
    this.#differences(
      'audit record',
      expected,
      seen.map((row) => [String(row['position']), row]),
      (key) => `position ${key}`,
    );
  }

  async #seals(events: readonly Recorded[], after: number, upTo: number): Promise<void> {
    for (const [table, rowOf] of [
      ['seals', sealRowOf],
      ['signing_keys', keyRowOf],
    ] as const) {
      const expected = new Map<string, Row>();
      for (const event of events) {
        const row = rowOf(event);
        if (row !== undefined) expected.set(String(event.position), columnsOf(row));
      }
      const seen = await this.#read(table, after, upTo);
      const rowsByPosition = seen.map((row) => [String(row['position']), row] as const);
      this.#differences('seal', expected, rowsByPosition, (key) => `row of ${table} at position ${key}`);
    }
  }

  /** What may be said twice is kept; the first stands in the list. */
  #isSaidAgain({ source, position }: { readonly source: string; readonly position: number }): boolean {
    if (source === String(position)) return false;
    const isKnown = this.#said.has(source);
    this.#said.add(source);
    return isKnown;
  }

  async #bookChangedBy(version: number, fromMs: number): Promise<string | undefined> {
    const [row] = await rows<{ book: string }>(this.#client, {
      text: bookChangedBy(`${this.#generation.schema}.price_books`),
      values: [version, fromMs],
    });
    return row?.book;
  }

  #differences(
    kind: Kind,
    expected: Map<string, Row>,
    seen: readonly (readonly [string, Row])[],
    subject: (key: string, row: Row) => string,
  ): void {
    for (const [key, row] of seen) {
      const wanted = expected.get(key);
      expected.delete(key);
      if (wanted === undefined) {
        this.#findings.add(kind, subject(key, row), 'none: no event says so, or it stands there twice', 'a row', {
          place: placeOf(row),
        });
        continue;
      }
      for (const [column, value] of Object.entries(wanted)) {
        if (row[column] !== value && String(row[column]) !== String(value))
          this.#findings.add(
            kind,
            `${subject(key, wanted)}, ${column}`,
            value,
            row[column],
            ofColumn(column, placeOf({ ...row, ...wanted })),
          );
      }
    }
    for (const [key, wanted] of expected)
      this.#findings.add(kind, subject(key, wanted), 'a row', 'none', { place: placeOf(wanted) });
  }
}

/** Of a row with an event, whichever of these columns its table has. */
function placeOf(row: Row): Place {
  const [position, userId, requestId, account] = ['position', 'user_id', 'request_id', 'account'].map(
    (name) => row[name],
  );
  return {
    ...(position === undefined ? {} : { position: Number(position) }),
    ...(typeof account === 'string' ? placeOfAccount(account) : {}),
    ...(userId === undefined ? {} : { userId: Number(userId) }),
    ...(typeof requestId === 'string' && requestId !== '' ? { requestId } : {}),
  };
}

const stored = (value: unknown): unknown => (typeof value === 'string' ? storedText(value) : value);

const columnNames = new Map<string, string>();

function columnOf(field: string): string {
  let column = columnNames.get(field);
  if (column === undefined) columnNames.set(field, (column = snakeCase(field)));
  return column;
}

function columnsOf(values: object): Row {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) row[columnOf(field)] = stored(value);
  return row;
}
