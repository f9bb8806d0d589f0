import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useNarrow, useWide, useTight } from '../ui/use-narrow.ts';
import { selectUi } from '../ui-state/ui-slice.ts';
import type { Column } from './columns.ts';
import { type Shown, shownColumns, type Width } from './shown-columns.ts';

function useWidth(): Width {
  const isNarrow = useNarrow();
  const isTight = useTight();
  const isWide = useWide();
  if (isNarrow) return 0;
  if (isTight) return 600;
  return isWide ? 1440 : 1280;
}

/** The columns of a list in this window; `list` is the one under which chosen columns are kept. */
export function useShownColumns<Row>(columns: readonly Column<Row>[], list: string | undefined): Shown<Row> {
  const width = useWidth();
  const { columns: kept } = useSelector(selectUi);
  const chosen = list === undefined ? undefined : kept[list];
  return useMemo(() => shownColumns(columns, width, chosen), [columns, width, chosen]);
}
