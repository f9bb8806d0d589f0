import { Menu, Portal } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import type { RowAction } from './row-menu.tsx';

type OpenedProps = { readonly trigger: ReactElement; readonly actions: readonly RowAction[] };

/** Opens as it comes: a press has asked for it. */
export function OpenedRowMenu({ trigger, actions }: OpenedProps): ReactElement {
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content bg="bg" borderWidth="1px" minW="160px">
            {actions.map((action) => (
              <Menu.Item
                key={action.id}
                value={action.id}
                disabled={action.disabled ?? false}
                minH="32px"
                color={action.danger ? 'danger' : undefined}
                onSelect={action.run}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
