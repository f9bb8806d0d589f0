import type { Bucket, dataRoutes } from '@ledgate/api/contract/data';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../../../shared/api/base-api.ts';
import type { ApiError } from '../../../shared/api/api-error.ts';
import type { TimeRange } from '../../../shared/time/ranges.ts';
import { bucketCalls } from '../bucket-calls.ts';

export type Tiles = DataOf<typeof dataRoutes.dashboard>;
/** `all` and a name are for administrators. */
export type Whose =
  { readonly kind: 'self' } | { readonly kind: 'all' } | { readonly kind: 'user'; readonly username: string };

export const dashboardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tiles: build.query<Tiles, { dayStart: number }>({
      query: ({ dayStart }) => ({ url: '/api/dashboard/self', params: { day_start: dayStart } }),
      providesTags: ['Data', 'Self'],
    }),
    buckets: build.query<readonly Bucket[], { range: TimeRange; whose: Whose }>({
      queryFn: async ({ range, whose }, _api, _options, call) => {
        const found: Bucket[] = [];
        for (const part of bucketCalls(range)) {
          const params = {
            ...part,
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
