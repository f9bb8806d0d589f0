import type { ReactNode } from 'react';
import type { OpenedRow } from '../filters/use-opened-row.ts';
import type { ListOrder } from '../filters/use-order.ts';
import type { Selection } from './use-selection.ts';

/**
 * One column. Numbers are right-aligned with tabular figures.
 *
 * Below 600 px a row has two lines: title and figure, note and second figure. Whatever is neither a line nor, on wider screens, a column is a fact inside the
 * row, which opens.
 */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  /** '' for none: then the row has no such fact. */
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  readonly width?: string;
  /** The list can be sorted by it: the column as the api names it. */
  readonly sort?: string;
  readonly stacked?: 'title' | 'figure' | 'note' | 'noteFigure';
  /** Of less weight: stands as a column in windows of at least so many px, unless columns were chosen. */
  readonly from?: 1280 | 1440 | 1600;
};

/** What a query hook answers, as far as a list needs it. */
export type ListQuery = {
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly error?: unknown;
  readonly refetch: () => unknown;
};

export type TableProps<Row> = {
  /** Under which the chosen columns are kept; lists that offer no choice have none. */
  readonly list?: string;
  /** Names the table for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly query: ListQuery;
  /** Of a list that can be sorted. */
  readonly order?: ListOrder;
  /** Of a list whose rows can be chosen. */
  readonly selection?: Selection<Row>;
  /** Shown when there is nothing at all. */
  readonly empty: ReactNode;
  /** Given while filters are set: then nothing means that the filters leave nothing. */
  readonly clearFilters?: (() => void) | undefined;
  readonly actions?: (row: Row) => ReactNode;
  /** Detail under a row; opened by click or Enter. */
  readonly expanded?: (row: Row) => ReactNode;
  /** Which row is open, where a page keeps that otherwise than `useOpenedRow`. */
  readonly openRow?: OpenedRow;
  /** What Enter and a click do where rows have no detail. */
  readonly onOpen?: (row: Row) => void;
  /** Rows that are switched off. */
  readonly dimmed?: (row: Row) => boolean;
};

/** What the two ways of drawing rows are given. */
export type RowsProps<Row> = TableProps<Row> & {
  readonly rows: readonly Row[];
  /** Columns, or on a small screen lines. */
  readonly shown: readonly Column<Row>[];
  /** Those that are a fact inside the row. */
  readonly inRow: readonly Column<Row>[];
  /** Whether there is more of a row to be seen under it. */
  readonly unfolds: boolean;
  readonly opened: string;
  readonly toggle: (key: string | number) => void;
};
