import type { Column, ColumnType } from '../layout.ts';

type More = { readonly null?: string; readonly isName?: boolean };

/** A column of a layout's table. @param example as CSV has it */
export const column = (name: string, type: ColumnType, meaning: string, example: string, more: More = {}): Column => ({
  name,
  type,
  isName: more.isName ?? false,
  meaning,
  null: more.null,
  example,
});

/** The currency of all money in the ledger. */
export const CURRENCY = 'USD';
