import type { Log, logRoutes } from '@ledgate/api/contract/log';
import type { DataOf } from '@ledgate/api/contract/route';
import type { Page } from '@ledgate/api/contract/fields';
import { ANY_LOG_TYPE } from '@ledgate/domain/catalogue/log-types';
import { baseApi } from '../../../shared/api/base-api.ts';
import type { Newest } from '../../../shared/table/newer-rows.tsx';
import { NEWER_ROWS_MAX } from '../../../shared/table/newer-rows-max.ts';

export type { Log };
export type LogStat = DataOf<typeof logRoutes.stat>;
export type RefusedCalls = DataOf<typeof logRoutes.refused>;

/** What narrows a list of log rows; `username` and `channel` are for administrators. '' and 0 mean all. */
export type LogFilter = {
  readonly admin: boolean;
  readonly start: number;
  readonly end: number;
  readonly type: string;
  readonly token: string;
  readonly model: string;
  readonly group: string;
  readonly tag: string;
  readonly username: string;
  readonly channel: string;
  readonly request: string;
  readonly status: string;
  /** Quota units; undefined: any. */
  readonly costMin: number | undefined;
  readonly costMax: number | undefined;
};

export const logParams = (filter: LogFilter) => ({
  type: filter.type === '' ? ANY_LOG_TYPE : Number(filter.type),
  token_name: filter.token,
  model_name: filter.model,
  group: filter.group,
  tag: filter.tag,
  request_id: filter.request,
  status: filter.status,
  cost_min: filter.costMin,
  cost_max: filter.costMax,
  start_timestamp: filter.start,
  end_timestamp: filter.end,
  ...(filter.admin ? { username: filter.username, channel: filter.channel } : {}),
});

export const logsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    logs: build.query<Page<Log>, { filter: LogFilter; page: number; size: number; isOldestFirst: boolean }>({
      query: ({ filter, page, size, isOldestFirst }) => ({
        url: filter.admin ? '/api/log/' : '/api/log/self/',
        params: {
          p: page,
          page_size: size,
          ...logParams(filter),
          ...(isOldestFirst ? { sort: 'created_at', order: 'asc' } : {}),
        },
      }),
      providesTags: ['Log'],
    }),
    /** How many rows there are, and the positions of the newest: what a list that stays as it is does not show. */
    newestLogs: build.query<Newest & { readonly total: number }, LogFilter>({
      query: (filter) => ({
        url: filter.admin ? '/api/log/' : '/api/log/self/',
        params: { p: 1, page_size: NEWER_ROWS_MAX, ...logParams(filter) },
      }),
      transformResponse: ({ items, total }: Page<Log>) => ({ positions: items.map(({ position }) => position), total }),
      providesTags: ['Log'],
    }),
    logStat: build.query<LogStat, LogFilter>({
      query: (filter) => ({ url: filter.admin ? '/api/log/stat' : '/api/log/self/stat', params: logParams(filter) }),
      providesTags: ['Log'],
    }),
    /** Only user, key and range narrow them: a refused call has no model, group or channel. */
    refusedCalls: build.query<RefusedCalls, LogFilter>({
      query: ({ admin, start, end, token, username }) => ({
        url: admin ? '/api/log/refused' : '/api/log/self/refused',
        params: { token_name: token, start_timestamp: start, end_timestamp: end, ...(admin ? { username } : {}) },
      }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useLogsQuery, useNewestLogsQuery, useLogStatQuery, useRefusedCallsQuery } = logsApi;
