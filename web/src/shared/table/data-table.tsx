import { Box } from '@chakra-ui/react';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { toApiError } from '../api/api-error.ts';
import { useIsLost } from '../connection/use-is-lost.ts';
import { useOpenedRow } from '../filters/use-opened-row.ts';
import { FailedState, FilteredEmptyState } from '../ui/states.tsx';
import { TOP_BAR_HEIGHT } from '../ui/top-bar-height.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { selectUi } from '../ui-state/ui-slice.ts';
import type { RowsProps, TableProps } from './columns.ts';
import { SkeletonLines, SkeletonRows } from './skeleton-rows.tsx';
import { StackedRows } from './stacked-rows.tsx';
import { TableRows } from './table-rows.tsx';
import { useFits } from './use-fits.ts';
import { useShownColumns } from './use-shown-columns.ts';

/**
 * A list with its four states: skeleton in its final shape, empty, filtered-empty, failed. While a new answer is on its way the old rows stay,
 * dimmed; without a connection they stay as well. Columns that have no place go into the row; below 600 px rows are stacked.
 */
export function DataTable<Row>(props: TableProps<Row>): ReactElement {
  const { list, columns, rows, query, empty, clearFilters, label, openRow, expanded } = props;
  const { selection, onOpen, actions } = props;
  const narrow = useNarrow();
  // Without a connection what is asked waits for it, and what is shown is not about to change.
  const isLost = useIsLost();
  const dim = query.isFetching && !isLost;
  const { shown, inRow } = useShownColumns(columns, list);
  const refresh = selection?.refresh;
  useEffect(() => {
    if (rows) refresh?.(rows);
  }, [rows, refresh]);
  const inAddress = useOpenedRow();
  const { what: opened, open, close } = openRow ?? inAddress;
  if (query.error !== undefined && (rows === undefined || !(query.isFetching || isOffline(query.error)))) {
    return (
      <Frame>
        <FailedState what={label} error={query.error} retry={() => void query.refetch()} />
      </Frame>
    );
  }
  if (rows === undefined)
    return (
      <Frame>
        {narrow ? (
          <SkeletonLines />
        ) : (
          <SkeletonRows
            columns={shown}
            toolCount={(selection ? 1 : 0) + (expanded || onOpen || inRow.length > 0 ? 1 : 0)}
            hasActions={actions !== undefined}
          />
        )}
      </Frame>
    );
  if (rows.length === 0)
    return <Frame dim={dim}>{clearFilters ? <FilteredEmptyState clear={clearFilters} /> : empty}</Frame>;
  const unfolds = inRow.length > 0 || expanded !== undefined;
  const toggle = (key: string | number): void => (opened === String(key) ? close() : open(String(key)));
  const all = { ...props, rows, shown, inRow, unfolds, opened, toggle };
  if (!narrow) return <Wide {...all} dim={dim} />;
  return (
    <Frame dim={dim}>
      <StackedRows {...all} />
    </Frame>
  );
}

const isOffline = (error: unknown): boolean => toApiError(error).kind === 'network';

/** Its head stays below the top bar; a table that is wider than the page is moved in a frame of its own, and its head stays there. */
function Wide<Row>({ dim, ...props }: RowsProps<Row> & { readonly dim: boolean }): ReactElement {
  const { compact } = useSelector(selectUi);
  const { fits, frame } = useFits();
  return (
    <Frame
      ref={frame}
      dim={dim}
      overflow={fits ? 'visible' : 'auto'}
      maxH={fits ? undefined : `calc(100dvh - ${TOP_BAR_HEIGHT} - 16px)`}
      css={{ '--head-top': fits ? TOP_BAR_HEIGHT : '0px' }}
    >
      <TableRows {...props} compact={compact} />
    </Frame>
  );
}

type FrameProps = {
  readonly ref?: (element: HTMLElement | null) => void;
  readonly dim?: boolean;
  readonly overflow?: 'visible' | 'auto';
  readonly maxH?: string | undefined;
  readonly css?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
};

function Frame({ dim = false, children, ...rest }: FrameProps): ReactElement {
  return (
    <Box
      borderWidth="1px"
      borderRadius="l3"
      overflowX="auto"
      _print={{ maxHeight: 'none', overflow: 'visible' }}
      position="relative"
      aria-busy={dim}
      transition="opacity 120ms"
      transitionDelay={dim ? '150ms' : '0ms'}
      opacity={dim ? 0.55 : 1}
      data-frame
      {...rest}
    >
      {children}
    </Box>
  );
}
