import type { Page } from '@ledgate/api/contract/fields';
import type { SentBody } from '@ledgate/api/contract/route';
import type { User, userRoutes } from '@ledgate/api/contract/user';
import { baseApi } from '../../../shared/api/base-api.ts';
import { type ListAsked, listParams } from '../../../shared/api/list-asked.ts';

export type { User };

export type ManageAction = 'promote' | 'demote' | 'disable' | 'enable' | 'delete';

export type Adjusted = { readonly quota: number | null; readonly before: number | null; readonly repeated: boolean };

type UsersAsked = ListAsked & { readonly group: string };

export const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<Page<User>, UsersAsked>({
      query: (asked) => ({
        url: asked.keyword === '' && asked.group === '' ? '/api/user/' : '/api/user/search',
        params: { ...listParams(asked), group: asked.group, p: asked.page, page_size: asked.size },
      }),
      providesTags: ['User'],
    }),
    user: build.query<User, number>({ query: (id) => ({ url: `/api/user/${id}` }), providesTags: ['User'] }),
    createUser: build.mutation<unknown, SentBody<typeof userRoutes.create>>({
      query: (body) => ({ url: '/api/user/', method: 'POST', body, tellsNotice: true }),
      invalidatesTags: ['User'],
    }),
    editUser: build.mutation<unknown, SentBody<typeof userRoutes.edit>>({
      query: (body) => ({ url: '/api/user/', method: 'PUT', body, tellsNotice: true }),
      invalidatesTags: ['User', 'Self'],
    }),
    manageUser: build.mutation<{ role: number; status: number }, { id: number; action: ManageAction }>({
      query: (body) => ({ url: '/api/user/manage', method: 'POST', body, tellsNotice: true }),
      invalidatesTags: ['User'],
    }),
    adjustUser: build.mutation<Adjusted, SentBody<typeof userRoutes.adjust>>({
      query: (body) => ({ url: '/api/user/adjust', method: 'POST', body }),
      invalidatesTags: ['User', 'Self', 'Log', 'Ledger'],
    }),
  }),
});

export const {
  useUsersQuery,
  useUserQuery,
  useCreateUserMutation,
  useEditUserMutation,
  useManageUserMutation,
  useAdjustUserMutation,
} = usersApi;
