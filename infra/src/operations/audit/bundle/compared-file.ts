import { moneyText } from '@ledgate/domain/shared/money-text';
import type { ExpectedRow } from '@ledgate/projections/exports/rows-of-event';
import type { Faults, Place } from '../faults.ts';
import type { Bytes } from '../bytes.ts';
import { WRONG_ROWS_MAX } from '../limits.ts';
import { Unreadable } from '../unreadable.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';

type Where = { readonly place?: Place; readonly position?: number };

/** One CSV file of a bundle, read row by row beside what it should hold. Behind WRONG_ROWS_MAX wrong rows it is compared no further. */
export class ComparedFile {
  readonly name: string;
  readonly #rows: Iterator<CsvRow>;
  readonly #faults: Faults;
  #row: CsvRow | undefined;
  #wrong = 0;
  #count = 0;
  #units = 0;

  /** @param columns that its header has */
  constructor(name: string, bytes: Bytes, columns: readonly string[], faults: Faults) {
    this.name = name;
    this.#rows = csvRows(bytes, (names) => this.#checkHeader(names, columns));
    this.#faults = faults;
    this.#next();
  }

  /** Rows that it holds, as far as it was read. */
  get count(): number {
    return this.#count;
  }

  /** The sum of its column `units`. */
  get units(): number {
    return this.#units;
  }

  get row(): CsvRow | undefined {
    return this.#row;
  }

  /** What one event makes of it; a row of another position is one too many, or shows that this one is missing. */
  take(expected: ExpectedRow, index: number): void {
    const position = Number(expected.cells['position']);
    const where = { place: { index }, position };
    while (this.#row !== undefined && Number(this.#row.get('position')) < position) {
      this.tell(`no row for position ${this.#row.get('position')}`, 'one', where);
      this.pass();
    }
    if (this.#row === undefined || Number(this.#row.get('position')) !== position) {
      if (!expected.isOptional) this.tell(`a row for position ${position}`, 'none', where);
      return;
    }
    this.compare(expected.cells, where);
    this.compareMoney('amount', expected.units, where);
    this.pass();
  }

  /** Cells of the row that it stands at. */
  compare(cells: ExpectedRow['cells'], where: Where = {}): void {
    for (const [name, value] of Object.entries(cells)) {
      const expected = value === null ? null : String(value);
      const seen = this.#row?.get(name) ?? null;
      if (seen !== expected) this.tell(`${name} ${expected ?? 'empty'}`, `${name} ${seen ?? 'empty'}`, where);
    }
  }

  /** By the quota units that the row itself says 1 USD to be. */
  compareMoney(name: string, units: number, where: Where = {}): void {
    this.compare({ [name]: moneyOrNone(units, this.#row?.get('quota_per_unit') ?? '') }, where);
  }

  pass(): void {
    this.#count += 1;
    this.#units += Number(this.#row?.get('units') ?? 0);
    this.#next();
  }

  /** Rows that nobody has asked for are too many. */
  end(): void {
    for (; this.#row !== undefined; this.pass())
      this.tell(`no row for position ${this.#row.get('position')}`, 'one', {
        position: Number(this.#row.get('position')),
      });
  }

  tell(expected: string | number, seen: string | number, where: Where = {}): void {
    this.#wrong += 1;
    if (this.#wrong <= WRONG_ROWS_MAX) this.#faults.add({ kind: 'file', file: this.name, ...where, expected, seen });
  }

  /** By the first that is another. */
  #checkHeader(names: readonly string[], columns: readonly string[]): void {
    const at = [...names.keys(), names.length].find((place) => names[place] !== columns[place]);
    if (at !== undefined)
      this.tell(`column ${at + 1} ${columns[at] ?? 'none'}`, `column ${at + 1} ${names[at] ?? 'none'}`);
  }

  #next(): void {
    try {
      const next = this.#rows.next();
      this.#row = next.done === true ? undefined : next.value;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.tell('rows of CSV', error.message);
      this.#row = undefined;
    }
  }
}

function moneyOrNone(units: number, quotaPerUnit: string): string | null {
  try {
    return moneyText(units, quotaPerUnit);
  } catch {
    return null;
  }
}
