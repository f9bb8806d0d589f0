import type { Bucket, dataRoutes } from '@ledgate/api/contract/data';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../../../shared/api/base-api.ts';
import type { ApiError } from '../../../shared/api/api-error.ts';
import { splitRange, type TimeRange } from '../../../shared/time/ranges.ts';

export type Tiles = DataOf<typeof dataRoutes.dashboard>;
/** `all` and a name are for administrators. */
export type Whose =
  { readonly kind: 'self' } | { readonly kind: 'all' } | { readonly kind: 'user'; readonly username: string };

/** Longest range that a person may ask of his own buckets, in seconds (contract A.8). */
const SPAN_MAX_S = 2_592_000;

export const dashboardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tiles: build.query<Tiles, { dayStart: number }>({
      query: ({ dayStart }) => ({ url: '/api/dashboard/self', params: { day_start: dayStart } }),
      providesTags: ['Data', 'Self'],
    }),
    buckets: build.query<readonly Bucket[], { range: TimeRange; whose: Whose }>({
      queryFn: async ({ range, whose }, _api, _options, call) => {
        const found: Bucket[] = [];
        for (const part of splitRange(range, SPAN_MAX_S)) {
          const params = {
            start_timestamp: part.start,
            end_timestamp: part.end,
            default_time: 'hour',
            ...(whose.kind === 'user' ? { username: whose.username } : {}),
          };
          const answer = await call({ url: whose.kind === 'self' ? '/api/data/self/' : '/api/data/', params });
          if (answer.error) return { error: answer.error as ApiError };
          found.push(...((answer.data ?? []) as readonly Bucket[]));
        }
        return { data: found };
      },
      providesTags: ['Data'],
    }),
  }),
});

export const { useTilesQuery, useBucketsQuery } = dashboardApi;
