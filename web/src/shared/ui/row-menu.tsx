import { IconButton, Menu, Portal } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { LuEllipsis } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';

export type RowAction = {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
};

/** What can be done with a row. The menu's machinery is made when it is first opened, so that long lists stay light. */
export function RowMenu({
  name,
  actions,
  beside = 'row',
}: {
  readonly name: string;
  readonly actions: readonly RowAction[];
  /** In a row, or of one height with buttons. */
  readonly beside?: 'row' | 'buttons';
}): ReactElement {
  const t = useTexts();
  const [used, setUsed] = useState(false);
  const look = beside === 'row' ? ({ size: 'xs', variant: 'ghost' } as const) : ({ variant: 'outline' } as const);
  const label = t.table.actionsOf(name);
  if (!used)
    return (
      <IconButton aria-label={label} aria-haspopup="menu" {...look} onClick={() => setUsed(true)}>
        <LuEllipsis />
      </IconButton>
    );
  return (
    <Menu.Root defaultOpen positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <IconButton aria-label={label} {...look}>
          <LuEllipsis />
        </IconButton>
      </Menu.Trigger>
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
