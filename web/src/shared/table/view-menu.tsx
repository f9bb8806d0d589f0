import { IconButton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuSlidersHorizontal } from 'react-icons/lu';
import { useTexts } from '../i18n/text.tsx';
import { useAsked } from '../ui/on-demand.tsx';
import type { OpenedViewMenuProps, ViewMenuProps } from './opened-view-menu.tsx';

const load = async () => (await import('./opened-view-menu.tsx')).OpenedViewMenu;

/** How a list is shown, kept for this browser: which columns, and rows of 40 or 32 px. Small screens have neither columns nor this. */
export function ViewMenu<Row>({ list, columns }: ViewMenuProps<Row>): ReactElement {
  const t = useTexts();
  const { Part: Opened, ask, warm } = useAsked<OpenedViewMenuProps<Row>>(load);
  const button = (
    <IconButton
      aria-label={t.table.view}
      title={t.table.view}
      aria-haspopup="menu"
      variant="ghost"
      size="sm"
      display={{ base: 'none', sm: 'inline-flex' }}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={ask}
    >
      <LuSlidersHorizontal />
    </IconButton>
  );
  return Opened ? <Opened list={list} columns={columns} trigger={button} /> : button;
}
