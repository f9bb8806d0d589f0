import { useCallback, useMemo, useState } from 'react';
import { BATCH_IDS_MAX } from '@ledgate/domain/catalogue/limits';

/** Rows that can be chosen at a time, over all pages: as many as one call of the api takes. */
export const CHOSEN_MAX = BATCH_IDS_MAX;

/** The rows that are chosen, on whichever page they stand, in the order of choosing. */
export type Selection<Row> = {
  /** By its key as text. */
  readonly chosen: ReadonlyMap<string, Row>;
  /** What a row is called, for those who do not see it. */
  readonly nameOf: (row: Row) => string;
  readonly choose: (rows: readonly Row[], isChosen: boolean) => void;
  /** Takes chosen rows as they are now. */
  readonly refresh: (rows: readonly Row[]) => void;
  readonly clear: () => void;
};

type Of<Row> = { readonly keyOf: (row: Row) => string | number; readonly nameOf: (row: Row) => string };

/** With these rows chosen or no more; beyond {@link CHOSEN_MAX} none is added. */
export function withChosen<Row>(
  before: ReadonlyMap<string, Row>,
  rows: readonly (readonly [key: string, row: Row])[],
  isChosen: boolean,
): ReadonlyMap<string, Row> {
  const after = new Map(before);
  for (const [key, row] of rows)
    if (!isChosen) after.delete(key);
    else if (after.has(key) || after.size < CHOSEN_MAX) after.set(key, row);
  return after;
}

/** `of` must be the same object on every render. */
export function useSelection<Row>({ keyOf, nameOf }: Of<Row>): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const choose = useCallback(
    (rows: readonly Row[], isChosen: boolean) =>
      setChosen((before) =>
        withChosen(
          before,
          rows.map((row) => [String(keyOf(row)), row]),
          isChosen,
        ),
      ),
    [keyOf],
  );
  const refresh = useCallback(
    (rows: readonly Row[]) =>
      setChosen((before) => {
        const changed = rows
          .map((row) => [String(keyOf(row)), row] as const)
          .filter(([key, row]) => before.has(key) && before.get(key) !== row);
        return changed.length === 0 ? before : withChosen(before, changed, true);
      }),
    [keyOf],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(() => ({ chosen, nameOf, choose, refresh, clear }), [chosen, nameOf, choose, refresh, clear]);
}
