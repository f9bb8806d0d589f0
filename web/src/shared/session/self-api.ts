import type { SentBody } from '@ledgate/api/contract/route';
import type { Self, sessionRoutes } from '@ledgate/api/contract/session';
import { known } from './session-slice.ts';
import { baseApi } from '../api/base-api.ts';

export const selfApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    self: build.query<Self, void>({
      query: () => ({ url: '/api/user/self' }),
      providesTags: ['Self'],
      /** His role, or what he may, can have changed since he signed in: menu and pages follow. */
      onQueryStarted: (_arg, { dispatch, queryFulfilled }) =>
        queryFulfilled.then(
          ({ data }) => void dispatch(known(data)),
          () => undefined,
        ),
    }),
    ownModels: build.query<readonly string[], void>({
      query: () => ({ url: '/api/user/models' }),
      providesTags: ['Models'],
    }),
    ownGroups: build.query<Readonly<Record<string, { readonly ratio: number; readonly desc: string }>>, void>({
      query: () => ({ url: '/api/user/self/groups' }),
      providesTags: ['Option'],
    }),
    groupNames: build.query<readonly string[], void>({
      query: () => ({ url: '/api/group/' }),
      providesTags: ['Option'],
    }),
    editSelf: build.mutation<unknown, SentBody<typeof sessionRoutes.editSelf>>({
      query: (body) => ({ url: '/api/user/self', method: 'PUT', body }),
      invalidatesTags: ['Self'],
    }),
    signOut: build.mutation<unknown, void>({ query: () => ({ url: '/api/user/logout', ofSession: true }) }),
  }),
});

export const {
  useSelfQuery,
  useOwnModelsQuery,
  useOwnGroupsQuery,
  useGroupNamesQuery,
  useEditSelfMutation,
  useSignOutMutation,
} = selfApi;
