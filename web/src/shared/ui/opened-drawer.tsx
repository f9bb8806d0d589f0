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

type OpenedDrawerProps<Row> = {
  /** What it is called while it is not there: the list and the number. */
  readonly title: string;
  readonly id: string;
  /** Of the list below, where they are there. */
  readonly rows: readonly Row[] | undefined;
  /** Asks for one by its id. */
  readonly useOne: (id: number, options: { readonly skip: boolean }) => OneQuery<Row>;
  readonly onClose: () => void;
  /** The drawer of what has been found. */
  readonly children: (row: Row) => ReactElement;
};

/**
 * The drawer of what an address names: of the list below it, or asked for where that is on another page of it. What it began with it keeps, whatever
 * becomes of the list. Of what is not there it says so. Rendered with the id as its key.
 */
export function OpenedDrawer<Row extends { readonly id: number }>({
  title,
  id,
  rows,
  useOne,
  onClose,
  children,
}: OpenedDrawerProps<Row>): ReactElement {
  const [kept, keep] = useState<Row>();
  const listed = rows?.find((row) => String(row.id) === id);
  const one = useOne(Number(id), { skip: kept !== undefined || listed !== undefined });
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
