import { chakra } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuArrowDown, LuArrowUp, LuArrowUpDown } from 'react-icons/lu';
import { pressed } from '../filters/order.ts';
import type { ListOrder } from '../filters/use-order.ts';
import { useTexts } from '../i18n/text.tsx';
import type { Column } from './columns.ts';

const SHOWN = { asc: LuArrowUp, desc: LuArrowDown } as const;

/** For `aria-sort`; undefined where a list cannot be sorted by the column. */
export function sortOf<Row>({ sort }: Column<Row>, order: ListOrder | undefined) {
  if (sort === undefined || order === undefined) return undefined;
  if (order.by !== sort) return 'none';
  return order.direction === 'asc' ? 'ascending' : 'descending';
}

/** A head that sorts; its arrow says how the list is sorted, and is faint where it is not. */
export function SortHead<Row>({
  column,
  order,
}: {
  readonly column: Column<Row> & { readonly sort: string };
  readonly order: ListOrder;
}): ReactElement {
  const t = useTexts();
  const isSorted = order.by === column.sort;
  const Arrow = isSorted ? SHOWN[order.direction] : LuArrowUpDown;
  return (
    <chakra.button
      type="button"
      title={t.table.sortBy(column.header)}
      display="inline-flex"
      alignItems="center"
      gap="1"
      flexDirection={column.numeric ? 'row-reverse' : 'row'}
      fontWeight="inherit"
      color={isSorted ? 'fg' : 'inherit'}
      cursor="pointer"
      minH="24px"
      _hover={{ color: 'fg' }}
      onClick={() => order.set(pressed(order, column.sort, column.numeric === true))}
    >
      {column.header}
      <chakra.span aria-hidden opacity={isSorted ? 1 : 0.5} fontSize="12px" className="no-print">
        <Arrow />
      </chakra.span>
    </chakra.button>
  );
}
