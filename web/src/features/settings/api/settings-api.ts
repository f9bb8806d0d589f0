import { baseApi } from '../../../shared/api/base-api.ts';

export type Options = Readonly<Record<string, string>>;

export const settingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    options: build.query<Options, void>({
      query: () => ({ url: '/api/option/' }),
      transformResponse: (list: readonly { key: string; value: string }[]) =>
        Object.fromEntries(list.map(({ key, value }) => [key, value])),
      providesTags: ['Option'],
    }),
    /** Saves one key; who saves several asks for the new list once, when all are done. */
    setOption: build.mutation<unknown, { key: string; value: string }>({
      query: (body) => ({ url: '/api/option/', method: 'PUT', body }),
    }),
    bindEmail: build.mutation<unknown, { readonly email: string; readonly code: string }>({
      query: (params) => ({ url: '/api/oauth/email/bind', params }),
      invalidatesTags: ['Self'],
    }),
    inviteCode: build.query<string, void>({ query: () => ({ url: '/api/user/aff' }) }),
    transferEarnings: build.mutation<unknown, number>({
      query: (quota) => ({ url: '/api/user/aff_transfer', method: 'POST', body: { quota } }),
      invalidatesTags: ['Self', 'Ledger', 'Log'],
    }),
  }),
});

export const {
  useOptionsQuery,
  useSetOptionMutation,
  useBindEmailMutation,
  useInviteCodeQuery,
  useTransferEarningsMutation,
} = settingsApi;
