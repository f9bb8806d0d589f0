import type { Column } from './columns.ts';

/** How wide the window is, as far as lists care: the largest of these px that it has. */
export type Width = 0 | 600 | 1280 | 1440;

export type Shown<Row> = { readonly shown: readonly Column<Row>[]; readonly inRow: readonly Column<Row>[] };

/** Always shown: by it a row is known. */
export const isTitle = <Row>({ stacked }: Column<Row>): boolean => stacked === 'title';

/** Which columns stand side by side and which go into the row: those chosen, else those that there is room for; on a small screen the two lines. */
export function shownColumns<Row>(
  columns: readonly Column<Row>[],
  width: Width,
  chosen: readonly string[] | undefined,
): Shown<Row> {
  const isShown = (column: Column<Row>): boolean => {
    if (width === 0) return column.stacked !== undefined;
    if (chosen !== undefined) return isTitle(column) || chosen.includes(column.id);
    return column.from === undefined || width >= column.from;
  };
  return { shown: columns.filter(isShown), inRow: columns.filter((column) => !isShown(column)) };
}
