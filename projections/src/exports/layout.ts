import type { EventStore } from '@ledgate/domain/ports/event-store';
import type { Queryable } from '../shared/database.ts';
import type { ExportOrder } from './order.ts';

/** How the values of a column are written by each format (docs/exports.md); every value may be null. */
export type ColumnType =
  /** A whole number within Number.MAX_SAFE_INTEGER. */
  | 'integer'
  | 'boolean'
  /** Unix milliseconds; ISO 8601 in CSV and JSON lines. */
  | 'time'
  /** Decimal text in USD with 6 places. */
  | 'money'
  | 'text';

export type Column = {
  readonly name: string;
  readonly type: ColumnType;
  /** Left out where an order wants no names. */
  readonly isName: boolean;
  /** Sentences for docs/exports.md and OpenAPI: what it says, when it is null, and an example of it. */
  readonly meaning: string;
  readonly null: string | undefined;
  readonly example: string;
};

/** Values in the order of the layout's columns, those of names too. */
export type ExportRow = readonly (number | string | boolean | null)[];

/** What rows are made from: the ledger up to the order's position, and read models that know it. */
export type ExportSource = { readonly db: Queryable; readonly store: EventStore };

/** Rows behind which a layout can go on after an interruption. */
export type ExportStretch = {
  readonly rows: readonly ExportRow[];
  /** What `rowsOf` goes on from behind them. */
  readonly after: number;
};

export interface Layout {
  /** None: each row is one text, which is written as a line as it stands, as events and plain-text accounting have it. */
  readonly columns: readonly Column[];
  /** How many rows there will be; null where that is not known before. */
  total(source: ExportSource, order: ExportOrder): Promise<number | null>;
  /**
   * Stretches of at most EXPORT_STRETCH_ROWS rows and a few, in the layout's order; an order, and `after`, always give the same.
   * @param after of the last stretch that is written; 0: from the first row
   */
  rowsOf(source: ExportSource, order: ExportOrder, after: number, signal: AbortSignal): AsyncIterable<ExportStretch>;
}
