import { useState, type ReactElement } from 'react';
import { onDemand } from './on-demand.tsx';

const WaitingDrawer = onDemand(async () => (await import('./waiting-drawer.tsx')).WaitingDrawer);

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
    <WaitingDrawer
      title={title}
      failure={one.isFetching ? undefined : one.error}
      retry={() => void one.refetch()}
      onClose={onClose}
    />
  );
}
