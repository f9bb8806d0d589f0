import { openedOf } from './opened.ts';
import { useOpened } from './use-opened.ts';

/** Which row of a page's list is open, by its key as text; '' for none. */
export type OpenedRow = {
  readonly what: string;
  readonly open: (key: string) => void;
  readonly close: () => void;
};

const ROW = 'row';

/** In the address as `?open=row:key`, beside what else a page opens. */
export function useOpenedRow(): OpenedRow {
  const { what, open, close } = useOpened();
  return { what: openedOf(what, ROW), open: (key) => open(`${ROW}:${key}`), close };
}
