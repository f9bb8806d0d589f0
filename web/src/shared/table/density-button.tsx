import { IconButton } from '@chakra-ui/react';
import type { ReactElement } from 'react';
import { LuRows3, LuRows4 } from 'react-icons/lu';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../i18n/text.tsx';
import { densityChosen, selectUi } from '../ui-state/ui-slice.ts';

/** Rows of 40 or 32 px, kept for this browser. */
export function DensityButton(): ReactElement {
  const t = useTexts();
  const dispatch = useDispatch();
  const { compact } = useSelector(selectUi);
  const label = compact ? t.table.comfortable : t.table.compact;
  return (
    <IconButton
      aria-label={label}
      title={label}
      variant="ghost"
      size="sm"
      display={{ base: 'none', sm: 'inline-flex' }}
      onClick={() => dispatch(densityChosen(!compact))}
    >
      {compact ? <LuRows3 /> : <LuRows4 />}
    </IconButton>
  );
}
