import { Drawer, Skeleton, Stack } from '@chakra-ui/react';
import { useState, type ReactElement } from 'react';
import { SideDrawer } from './form-drawer.tsx';
import { FailedState } from './states.tsx';

type OneQuery<Row> = {
  readonly data?: Row | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

type OpenedDrawerProps<Row, Id> = {
  /** What it is called while it is not there: the list and the id. */
  readonly title: string;
  readonly id: Id;
  readonly rowKey: (row: Row) => Id;
  /** Of the list below, where they are there. */
  readonly rows: readonly Row[] | undefined;
  /** Asks for one by its id. */
  readonly useOne: (id: Id, options: { readonly skip: boolean }) => OneQuery<Row>;
  readonly onClose: () => void;
  /** The drawer of what has been found. */
  readonly children: (row: Row) => ReactElement;
};

/**
 * The drawer of what an address names: of the list below it, or asked for where that is on another page of it. What it began with it keeps, whatever
 * becomes of the list. Of what is not there it says so. Rendered with the id as its key.
 */
export function OpenedDrawer<Row, Id extends string | number>({
  title,
  id,
  rowKey,
  rows,
  useOne,
  onClose,
  children,
}: OpenedDrawerProps<Row, Id>): ReactElement {
  const [kept, keep] = useState<Row>();
  const listed = rows?.find((row) => rowKey(row) === id);
  const one = useOne(id, { skip: kept !== undefined || listed !== undefined });
  const found = kept ?? listed ?? one.data;
  if (kept === undefined && found !== undefined) keep(found);
  if (found !== undefined) return children(found);
  return (
    <SideDrawer title={title} onClose={onClose}>
      <Drawer.Body px={{ base: '4', sm: '6' }} py="5">
        {one.error !== undefined && !one.isFetching ? (
          <FailedState what={title} error={one.error} retry={() => void one.refetch()} />
        ) : (
          <Stack gap="6" aria-busy>
            {[1, 2, 3, 4, 5].map((line) => (
              <Skeleton key={line} height="36px" />
            ))}
          </Stack>
        )}
      </Drawer.Body>
    </SideDrawer>
  );
}
