import { Menu, Portal } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../i18n/text.tsx';
import { columnsChosen, densityChosen, selectUi } from '../ui-state/ui-slice.ts';
import type { Column } from './columns.ts';
import { isTitle } from './shown-columns.ts';
import { useShownColumns } from './use-shown-columns.ts';

export type ViewMenuProps<Row> = { readonly list: string; readonly columns: readonly Column<Row>[] };
export type OpenedViewMenuProps<Row> = ViewMenuProps<Row> & { readonly trigger: ReactElement };

/** Opens as it comes: a press has asked for it. */
export function OpenedViewMenu<Row>({ list, columns, trigger }: OpenedViewMenuProps<Row>): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const { compact, columns: kept } = useSelector(selectUi);
  const { shown } = useShownColumns(columns, list);
  const isShown = (id: string): boolean => shown.some((column) => column.id === id);
  const choose = (id: string, on: boolean): void => {
    const ids = columns.filter((column) => (column.id === id ? on : isShown(column.id))).map((column) => column.id);
    dispatch(columnsChosen({ list, shown: ids }));
  };
  return (
    <Menu.Root defaultOpen closeOnSelect={false} positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content bg="bg" borderWidth="1px" minW="200px" maxH="60dvh">
            <Menu.CheckboxItem
              value="compact"
              checked={compact}
              minH="32px"
              onCheckedChange={(on) => dispatch(densityChosen(on))}
            >
              {t.table.compact}
              <Menu.ItemIndicator />
            </Menu.CheckboxItem>
            <Menu.Separator />
            <Menu.ItemGroup>
              <Menu.ItemGroupLabel color="fg.muted" fontSize="12px" fontWeight="500">
                {t.table.columns}
              </Menu.ItemGroupLabel>
              {columns
                .filter((column) => !isTitle(column))
                .map(({ id, header }) => (
                  <Menu.CheckboxItem
                    key={id}
                    value={id}
                    checked={isShown(id)}
                    minH="32px"
                    onCheckedChange={(on) => choose(id, on)}
                  >
                    {header}
                    <Menu.ItemIndicator />
                  </Menu.CheckboxItem>
                ))}
            </Menu.ItemGroup>
            <Menu.Separator />
            <Menu.Item
              value="usual"
              minH="32px"
              disabled={kept[list] === undefined}
              onSelect={() => dispatch(columnsChosen({ list, shown: undefined }))}
            >
              {t.table.usualColumns}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
