import { IconButton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuEllipsis } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { useAsked } from './on-demand.tsx';

export type RowAction = {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
};

const load = async () => (await import('./opened-row-menu.tsx')).OpenedRowMenu;

/** What can be done with a row. The menu's machinery comes when it is first opened, so that long lists and first visits stay light. */
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
  const { Part: Opened, ask, warm } = useAsked(load);
  const look = beside === 'row' ? ({ size: 'xs', variant: 'ghost' } as const) : ({ variant: 'outline' } as const);
  const label = t.table.actionsOf(name);
  if (Opened === undefined)
    return (
      <IconButton aria-label={label} aria-haspopup="menu" {...look} onPointerEnter={warm} onFocus={warm} onClick={ask}>
        <LuEllipsis />
      </IconButton>
    );
  const trigger = (
    <IconButton aria-label={label} {...look}>
      <LuEllipsis />
    </IconButton>
  );
  return <Opened trigger={trigger} actions={actions} />;
}
