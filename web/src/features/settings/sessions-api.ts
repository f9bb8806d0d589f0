import type { SentBody } from '@ledgate/api/contract/route';
import type { sessionRoutes } from '@ledgate/api/contract/session';
import type { ToldSession } from '@ledgate/api/contract/told-session';
import { baseApi } from '../../shared/api/base-api.ts';

export type { ToldSession };

/** By what one calls in his own name, until its end or that of the account. */
const sessionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ownSessions: build.query<readonly ToldSession[], void>({ query: () => ({ url: '/api/user/sessions' }) }),
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/user/sessions/${id}`, method: 'DELETE' }),
    }),
    /** Answers how many. */
    endOtherSessions: build.mutation<number, void>({
      query: () => ({ url: '/api/user/sessions', method: 'DELETE' }),
    }),
    accessToken: build.mutation<string, void>({ query: () => ({ url: '/api/user/token' }), invalidatesTags: ['Self'] }),
    endAccessToken: build.mutation<unknown, void>({
      query: () => ({ url: '/api/user/token', method: 'DELETE' }),
      invalidatesTags: ['Self'],
    }),
    closeSelf: build.mutation<unknown, SentBody<typeof sessionRoutes.closeSelf>>({
      query: (body) => ({ url: '/api/user/self', method: 'DELETE', body }),
    }),
  }),
});

export const {
  useOwnSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useAccessTokenMutation,
  useEndAccessTokenMutation,
  useCloseSelfMutation,
} = sessionsApi;
