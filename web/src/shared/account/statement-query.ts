import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import {
  type Statement,
  type StatementOf,
  type StatementRange,
  useStatementPagesInfiniteQuery,
  useStatementQuery,
} from './account-api.ts';

type Found = {
  readonly data: Statement | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => void;
  /** Entries beyond those that are there; undefined where these are all that are shown. */
  readonly more: { readonly isBusy: boolean; readonly load: () => void } | undefined;
};

/** An account's statement with all its entries, that of a scope with as many as were asked for, or the sums alone. */
export function useStatement(of: StatementOf, range: StatementRange, sumsAlone: boolean): Found {
  const isByPage = 'scope' in of && !sumsAlone;
  const whole = useStatementQuery(isByPage ? skipToken : { of, range, sumsAlone });
  const paged = useStatementPagesInfiniteQuery(isByPage ? { of, range } : skipToken);
  const pages = paged.data?.pages;
  const joined = useMemo(() => {
    const last = pages?.at(-1);
    return last && { ...last, entries: (pages ?? []).flatMap(({ entries }) => entries) };
  }, [pages]);
  if (!isByPage)
    return {
      data: whole.data,
      error: whole.error,
      isFetching: whole.isFetching,
      refetch: () => void whole.refetch(),
      more: undefined,
    };
  const isBusy = paged.isFetchingNextPage;
  return {
    data: joined,
    error: paged.error,
    isFetching: paged.isFetching && !isBusy,
    refetch: () => void paged.refetch(),
    more: paged.hasNextPage ? { isBusy, load: () => void paged.fetchNextPage() } : undefined,
  };
}
