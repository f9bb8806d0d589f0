import type { TimelineEntry } from '@ledgate/api/contract/ledger';
import type { ScopedStatement, Statement as OwnStatement, StatementEntry } from '@ledgate/api/contract/statement';
import type { ApiError } from '../api/api-error.ts';
import { baseApi } from '../api/base-api.ts';
import type { Newest } from '../table/newer-rows.tsx';
import { NEWER_ROWS_MAX } from '../table/newer-rows-max.ts';

export type { StatementEntry, TimelineEntry };

/** What statements of an account and of anything else have alike. */
export type Statement = Omit<OwnStatement, 'user_id' | 'username'>;

/** undefined: one's own. */
export type Whose = { readonly userId: number | undefined };

export type StatementScope = ScopedStatement['scope'];
/** Whose statement: of an account, undefined one's own; or, for who may ask for them all, of a scope, whose id is '' of all. */
export type StatementOf = Whose | { readonly scope: StatementScope; readonly id: string };
/** Unix seconds, `end` exclusive; or a period, `2026-11`. Days are those of the zone. */
export type StatementRange = ({ readonly start: number; readonly end: number } | { readonly period: string }) & {
  readonly zone: string;
};

/** The call that answers a statement, or, with `/file` behind, its file. */
export const statementCall = (of: StatementOf, range: StatementRange) =>
  'scope' in of
    ? { url: '/api/finance/statement', params: { scope: of.scope, id: of.id, ...range } }
    : { url: path('/api/statement', of), params: range };

const path = (base: string, { userId }: Whose): string => `${base}/${userId ?? 'self'}`;

/**
 * Entries of one page, and pages that are read of one statement: its sums and its closing balance are of the whole range however long it is, and
 * the calls stay far below what one person may make.
 */
const PAGE_ENTRIES = 10_000;
const PAGES_MAX = 50;
const TIMELINE_PAGE = 50;

export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** A statement with all its entries; its sums are those that came with the last of them. `end` is exclusive. */
    statement: build.query<Statement, { readonly of: StatementOf; readonly range: StatementRange }>({
      queryFn: async ({ of, range }, _api, _options, call) => {
        const { url, params } = statementCall(of, range);
        const entries: StatementEntry[] = [];
        let last: Statement | undefined;
        for (let page = 0; page < PAGES_MAX && last?.next !== null; page += 1) {
          const answer = await call({
            url,
            params: { ...params, limit: PAGE_ENTRIES, ...(last?.next ? { after: last.next } : {}) },
          });
          // What has been read stands, and says that it is not all: sums and closing balance are those of the whole range.
          if (answer.error && last !== undefined) break;
          if (answer.error) return { error: answer.error as ApiError };
          last = answer.data as Statement;
          for (const entry of last.entries) entries.push(entry);
        }
        return last
          ? { data: { ...last, entries } }
          : { error: { kind: 'network', status: 0, message: '', requestId: undefined } };
      },
      providesTags: ['Ledger'],
    }),
    /** Newest first; `before` is the position above which nothing is answered, 0 for the newest. `leases`: with those too. */
    timeline: build.query<
      { readonly entries: readonly TimelineEntry[]; readonly next: number | null },
      Whose & { before: number; leases: boolean }
    >({
      query: ({ userId, before, leases }) => ({
        url: path('/api/ledger/account', { userId }),
        params: { before, limit: TIMELINE_PAGE, leases },
      }),
      providesTags: ['Ledger'],
    }),
    /** The positions of an account's newest entries: what a timeline that stays as it is does not show. */
    newestEntries: build.query<Newest, Whose & { leases: boolean }>({
      query: ({ userId, leases }) => ({
        url: path('/api/ledger/account', { userId }),
        params: { before: 0, limit: NEWER_ROWS_MAX, leases },
      }),
      transformResponse: ({ entries }: { readonly entries: readonly TimelineEntry[] }) => ({
        positions: entries.map(({ position }) => position),
      }),
      providesTags: ['Ledger'],
    }),
  }),
});

export const { useStatementQuery, useTimelineQuery, useNewestEntriesQuery } = accountApi;
