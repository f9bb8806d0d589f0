import { IconButton, Flex, NativeSelect } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuArrowDown, LuArrowUp } from 'react-icons/lu';
import { pressed } from '../filters/order.ts';
import type { ListOrder } from '../filters/use-order.ts';
import { useTexts } from '../i18n/text.tsx';
import type { Column } from './columns.ts';

/** Where rows are stacked there are no heads to press. */
export function SortChoice<Row>({
  columns,
  order,
}: {
  readonly columns: readonly Column<Row>[];
  readonly order: ListOrder;
}): ReactElement {
  const t = useTexts();
  const isDown = order.direction === 'desc';
  return (
    <Flex gap="1">
      <NativeSelect.Root size="sm" flex="1">
        <NativeSelect.Field
          aria-label={t.table.sort}
          value={order.by ?? ''}
          onChange={(event) => {
            const column = columns.find(({ sort }) => sort === event.target.value);
            order.set(
              column?.sort === undefined
                ? { by: undefined, direction: 'asc' }
                : pressed({ by: undefined, direction: 'asc' }, column.sort, column.numeric === true),
            );
          }}
        >
          <option value="">{t.table.ownOrder}</option>
          {columns.map(({ id, sort, header }) =>
            sort === undefined ? null : (
              <option key={id} value={sort}>
                {t.table.sortBy(header)}
              </option>
            ),
          )}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
      {order.by === undefined ? null : (
        <IconButton
          aria-label={isDown ? t.table.descending : t.table.ascending}
          title={isDown ? t.table.descending : t.table.ascending}
          variant="outline"
          onClick={() => order.set({ by: order.by, direction: isDown ? 'asc' : 'desc' })}
        >
          {isDown ? <LuArrowDown /> : <LuArrowUp />}
        </IconButton>
      )}
    </Flex>
  );
}
