import type { QueryValue } from './base-query.ts';

/** What a list asks for beside its own filters; `page` is counted from 1. */
export type ListAsked = {
  readonly keyword: string;
  readonly page: number;
  readonly size: number;
  readonly status?: string;
  /** A column as the api names it; without it the list's own order. */
  readonly sort?: string | undefined;
  readonly order?: string;
};

/** As the api takes it, but for the page. */
export const listParams = ({ keyword, status, sort, order }: ListAsked): Readonly<Record<string, QueryValue>> => ({
  keyword,
  status,
  ...(sort === undefined ? {} : { sort, order }),
});
