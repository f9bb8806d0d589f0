import { useCallback, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { currentParams } from './current-params.ts';
import { type Checks, filterValue } from './filter-value.ts';
import { OPENED } from './opened.ts';
import { atPage } from './page-size.ts';
import { usePageSize } from './use-page-size.ts';
import { selectUi } from '../ui-state/ui-slice.ts';

export type Filters<Key extends string> = {
  readonly values: Readonly<Record<Key, string>>;
  /** Keys whose value is not the default one. */
  readonly active: readonly Key[];
  /** Counted from 1. */
  readonly page: number;
  /** Changing a filter goes back to the first page. */
  readonly set: (change: Partial<Record<Key, string>>) => void;
  /** What is open belongs to its page. `replace`: without a step in the history, and what is open stays. */
  readonly setPage: (page: number, replace?: boolean) => void;
  readonly clear: () => void;
};

const PAGE = 'p';

const NO_CHECKS: Checks<never> = {};

/** The filters of a list, all in the address; defaults are left out of it. `defaults` and `checks` must be the same objects on every render. */
export function useFilters<Key extends string>(
  defaults: Readonly<Record<Key, string>>,
  checks: Checks<Key> = NO_CHECKS as Checks<Key>,
): Filters<Key> {
  const [params, setParams] = useSearchParams();
  const size = usePageSize();
  const { pageSize: kept } = useSelector(selectUi);
  const keys = useMemo(() => Object.keys(defaults) as Key[], [defaults]);
  const values = useMemo(
    () =>
      Object.fromEntries(keys.map((key) => [key, filterValue(key, params, defaults, checks)])) as Record<Key, string>,
    [keys, params, defaults, checks],
  );
  const active = useMemo(() => keys.filter((key) => values[key] !== defaults[key]), [keys, values, defaults]);
  const set = useCallback(
    (change: Partial<Record<Key, string>>) =>
      setParams(
        () => {
          const next = currentParams();
          next.delete(PAGE);
          for (const key of keys) {
            const value = change[key];
            if (value === undefined) continue;
            if (value === defaults[key]) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setParams, keys, defaults],
  );
  const setPage = useCallback(
    (page: number, replace = false) =>
      setParams(
        () => {
          const next = atPage(currentParams(), page, size, kept);
          if (!replace) next.delete(OPENED);
          return next;
        },
        { replace },
      ),
    [setParams, size, kept],
  );
  const clear = useCallback(
    () =>
      setParams(
        () => {
          const next = currentParams();
          for (const key of [PAGE, ...keys]) next.delete(key);
          return next;
        },
        { replace: true },
      ),
    [setParams, keys],
  );
  const page = Math.max(1, Math.trunc(Number(params.get(PAGE) ?? 1)) || 1);
  return { values, active, page, set, setPage, clear };
}
