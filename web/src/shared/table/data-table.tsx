import { Box } from '@chakra-ui/react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { FailedState, FilteredEmptyState } from '../ui/states.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { selectUi } from '../ui-state/ui-slice.ts';
import type { TableProps } from './columns.ts';
import { StackedRows } from './stacked-rows.tsx';
import { TableRows } from './table-rows.tsx';
import { SortChoice } from './sort-choice.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

/**
 * A list with its four states: skeleton in its final shape, empty, filtered-empty, failed. While a new answer is on its way the old rows stay,
 * dimmed. Below 600 px rows are stacked.
 */
export function DataTable<Row>(props: TableProps<Row>): ReactElement {
  const { rows, query, empty, clearFilters, label, openRow } = props;
  const narrow = useNarrow();
  const { compact } = useSelector(selectUi);
  const [own, setOwn] = useState('');
  const { what: opened, open, close } = openRow ?? { what: own, open: setOwn, close: () => setOwn('') };
  if (query.error !== undefined && (!query.isFetching || rows === undefined)) {
    return (
      <Frame>
        <FailedState what={label} error={query.error} retry={() => void query.refetch()} />
      </Frame>
    );
  }
  if (rows === undefined)
    return (
      <Frame>
        <SkeletonRows columns={props.columns} narrow={narrow} />
      </Frame>
    );
  if (rows.length === 0)
    return <Frame dim={query.isFetching}>{clearFilters ? <FilteredEmptyState clear={clearFilters} /> : empty}</Frame>;
  const toggle = (key: string | number): void => (opened === String(key) ? close() : open(String(key)));
  return (
    <>
      {narrow && props.order ? <SortChoice columns={props.columns} order={props.order} /> : null}
      <Frame dim={query.isFetching}>
        {narrow ? (
          <StackedRows {...props} rows={rows} opened={opened} toggle={toggle} />
        ) : (
          <TableRows {...props} rows={rows} opened={opened} toggle={toggle} compact={compact} />
        )}
      </Frame>
    </>
  );
}

function Frame({ dim = false, children }: { readonly dim?: boolean; readonly children: ReactNode }): ReactElement {
  return (
    <Box
      borderWidth="1px"
      borderRadius="l3"
      overflowX="auto"
      position="relative"
      aria-busy={dim}
      transition="opacity 120ms"
      transitionDelay={dim ? '150ms' : '0ms'}
      opacity={dim ? 0.55 : 1}
    >
      {children}
    </Box>
  );
}
