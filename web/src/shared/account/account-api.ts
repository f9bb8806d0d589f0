import { zoneClock } from '@ledgate/domain/shared/zone-clock';
import type { TimelineEntry } from '@ledgate/api/contract/ledger';
import type {
  ScopedStatement,
  Statement as OwnStatement,
  StatementEntry as OwnEntry,
} from '@ledgate/api/contract/statement';
import type { ApiError } from '../api/api-error.ts';
import { baseApi } from '../api/base-api.ts';
import type { ApiRequest } from '../api/base-query.ts';
import type { Newest } from '../table/newer-rows.tsx';
import { NEWER_ROWS_MAX } from '../table/newer-rows-max.ts';
import { formatDay } from '../time/time-format.ts';

export type { TimelineEntry };

/** In a statement of more than one account with whose it is on. */
export type StatementEntry = OwnEntry & Partial<Pick<ScopedStatement['entries'][number], 'user_id' | 'username'>>;

/** What statements of an account and of anything else have alike; `name` of what a scope names. */
export type Statement = Omit<OwnStatement, 'user_id' | 'username' | 'entries'> & {
  readonly name?: string;
  readonly entries: readonly StatementEntry[];
};

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
 * Entries of one page, and pages that are read of one account's statement: its sums and its closing balance are of the whole range however long it is,
 * and the calls stay far below what one person may make.
 */
const PAGE_ENTRIES = 10_000;
const PAGES_MAX = 50;
/** Of statements that may be of everybody: there more come when they are asked for. */
const SCOPE_PAGE_ENTRIES = 500;
const TIMELINE_PAGE = 50;

type Asked = { readonly of: StatementOf; readonly range: StatementRange };
type Answer = { readonly data: Statement } | { readonly error: ApiError };
type Answered = { readonly data?: unknown; readonly error?: unknown };
type Call = (request: ApiRequest) => PromiseLike<Answered> | Answered;

/** A page of a statement. A zone that the browser knows and the server does not is told in UTC: `zone` of the answer says it. */
async function pageOf({ of, range }: Asked, limit: number, after: number, call: Call): Promise<Answer> {
  const { url, params } = statementCall(of, range);
  const page = { limit, ...(after === 0 ? {} : { after }) };
  let answer = await call({ url, params: { ...params, ...page } });
  if ((answer.error as ApiError | undefined)?.code === 'zone_unknown' && range.zone !== UTC)
    answer = await call({ url, params: { ...params, ...page, zone: UTC } });
  return answer.error ? { error: answer.error as ApiError } : { data: completed(answer.data as Told, range.zone) };
}

const UTC = 'UTC';

/** What a process of the release before does not say, as long as one runs. */
const UNTOLD = {
  credits_by_kind: [],
  charges_by_model: [],
  charges_by_token: [],
  charges_by_day: [],
  late: [],
  reopened: [],
};
type Told = Statement & { readonly entries: readonly (Omit<StatementEntry, 'day'> & { readonly day?: string })[] };

function completed(told: Told, zone: string): Statement {
  if (told.entries.every(({ day }) => day !== undefined)) return { ...UNTOLD, ...told };
  const clock = zoneClock(zone);
  const entries = told.entries.map((entry) => ({ ...entry, day: entry.day ?? formatDay(entry.at, clock) }));
  return { ...UNTOLD, ...told, zone, entries };
}

export const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** A statement with all its entries, or with sums alone. `end` is exclusive. */
    statement: build.query<Statement, Asked & { readonly sumsAlone: boolean }>({
      queryFn: async ({ sumsAlone, ...asked }, _api, _options, call) => {
        if (sumsAlone) return pageOf(asked, 1, 0, call);
        const entries: StatementEntry[] = [];
        let last: Statement | undefined;
        for (let page = 0; page < PAGES_MAX && last?.next !== null; page += 1) {
          const answer = await pageOf(asked, PAGE_ENTRIES, last?.next ?? 0, call);
          // What has been read stands, and says that it is not all: sums and closing balance are those of the whole range.
          if ('error' in answer && last !== undefined) break;
          if ('error' in answer) return answer;
          last = answer.data;
          for (const entry of last.entries) entries.push(entry);
        }
        return last
          ? { data: { ...last, entries } }
          : { error: { kind: 'network', status: 0, message: '', requestId: undefined } };
      },
      providesTags: ['Ledger'],
    }),
    /** The same by pages; the sums are those of the last one. */
    statementPages: build.infiniteQuery<Statement, Asked, number>({
      infiniteQueryOptions: { initialPageParam: 0, getNextPageParam: ({ next }) => next ?? undefined },
      queryFn: ({ queryArg, pageParam }, _api, _options, call) => pageOf(queryArg, SCOPE_PAGE_ENTRIES, pageParam, call),
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

export const { useStatementQuery, useStatementPagesInfiniteQuery, useTimelineQuery, useNewestEntriesQuery } =
  accountApi;
