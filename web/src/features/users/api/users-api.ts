import type { Page } from '@ledgate/api/contract/fields';
import type { SentBody } from '@ledgate/api/contract/route';
import type { User, userRoutes } from '@ledgate/api/contract/user';
import { baseApi } from '../../../shared/api/base-api.ts';
import { type ListAsked, listParams } from '../../../shared/api/list-asked.ts';

export type { User };

export type ManageAction = 'promote' | 'demote' | 'disable' | 'enable' | 'delete';

export type Adjusted = { readonly quota: number | null; readonly before: number | null; readonly repeated: boolean };

type UsersAsked = ListAsked & { readonly group: string };

/** A number is looked for in names too; by id, at most those of older users stand before his own row. */
const SEARCHED_ROWS = 100;
const OLDEST = { sort: 'id', order: 'asc' } as const;

const oneIn = (answer: User | Page<User>, id: number): User | null =>
  'items' in answer ? (answer.items.find((user) => user.id === id) ?? null) : answer;

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
    /** `byList`: for who may see the list alone. null: there is no such user. */
    person: build.query<User | null, { readonly id: number; readonly byList: boolean }>({
      query: ({ id, byList }) =>
        byList
          ? {
              url: '/api/user/search',
              params: { keyword: String(id), group: '', p: 1, page_size: SEARCHED_ROWS, ...OLDEST },
            }
          : { url: `/api/user/${id}` },
      transformResponse: (answer: User | Page<User>, _meta, { id }) => oneIn(answer, id),
      providesTags: ['User'],
    }),
    setPermissions: build.mutation<readonly string[], SentBody<typeof userRoutes.permissions>>({
      query: (body) => ({ url: '/api/user/permissions', method: 'PUT', body }),
      invalidatesTags: ['User', 'Self'],
    }),
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
  usePersonQuery,
  useSetPermissionsMutation,
  useCreateUserMutation,
  useEditUserMutation,
  useManageUserMutation,
  useAdjustUserMutation,
} = usersApi;
