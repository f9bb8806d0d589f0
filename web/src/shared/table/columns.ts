import type { ReactNode } from 'react';
import type { ListOrder } from '../filters/use-order.ts';

/** One column. Numbers are right-aligned with tabular figures. */
export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  readonly width?: string;
  /** The list can be sorted by it: the column as the api names it. */
  readonly sort?: string;
  /**
   * Below 600 px: title and figure stand in the first line. Where there is a note or a second figure, those are the second line, and the rest is left
   * out; otherwise the others stand below as label and value. `hidden` is left out.
   */
  readonly stacked?: 'title' | 'figure' | 'note' | 'noteFigure' | 'hidden';
};

/** What a query hook answers, as far as a list needs it. */
export type ListQuery = {
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  readonly error?: unknown;
  readonly refetch: () => unknown;
};

/** By its key as text, '' for none. */
export type OpenRow = {
  readonly what: string;
  readonly open: (key: string) => void;
  readonly close: () => void;
};

export type TableProps<Row> = {
  /** Names the table for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly query: ListQuery;
  /** Of a list that can be sorted. */
  readonly order?: ListOrder;
  /** Shown when there is nothing at all. */
  readonly empty: ReactNode;
  /** Given while filters are set: then nothing means that the filters leave nothing. */
  readonly clearFilters?: (() => void) | undefined;
  readonly actions?: (row: Row) => ReactNode;
  /** Detail under a row; opened by click or Enter. */
  readonly expanded?: (row: Row) => ReactNode;
  /** Which row's detail is open, where that is in the address; else the table itself knows. */
  readonly openRow?: OpenRow;
  readonly canExpand?: (row: Row) => boolean;
  /** What Enter and a click do where rows have no detail. */
  readonly onOpen?: (row: Row) => void;
  /** Rows that are switched off. */
  readonly dimmed?: (row: Row) => boolean;
};
