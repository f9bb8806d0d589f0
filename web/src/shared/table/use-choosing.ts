import { useRef } from 'react';
import type { Selection } from './use-selection.ts';

export type Choosing<Row> = {
  readonly isChosen: (row: Row) => boolean;
  /** `isRange`: with all rows from the one that was chosen before. */
  readonly choose: (row: Row, isChosen: boolean, isRange?: boolean) => void;
};

/** How rows of the page that is shown are chosen, one by one or from one to another. */
export function useChoosing<Row>(
  selection: Selection<Row> | undefined,
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): Choosing<Row> | undefined {
  const last = useRef('');
  if (selection === undefined) return undefined;
  const at = (key: string): number => rows.findIndex((row) => String(keyOf(row)) === key);
  return {
    isChosen: (row) => selection.chosen.has(String(keyOf(row))),
    choose: (row, isChosen, isRange = false) => {
      const key = String(keyOf(row));
      const [from, to] = [at(last.current), at(key)].toSorted((a, b) => a - b);
      last.current = key;
      const isKnown = isRange && from !== undefined && to !== undefined && from >= 0;
      selection.choose(isKnown ? rows.slice(from, to + 1) : [row], isChosen);
    },
  };
}
