import type { Page } from '@ledgate/api/contract/fields';
import type { SentBody } from '@ledgate/api/contract/route';
import type { sessionRoutes } from '@ledgate/api/contract/session';
import { PAGE_SIZE_MAX } from '@ledgate/domain/catalogue/limits';
import { baseApi } from '../../../shared/api/base-api.ts';

export type BalanceOf = { readonly username: string; readonly quota: number };
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
    /** Of the users who came last: looked at when it is asked, and not kept. */
    someBalances: build.mutation<readonly BalanceOf[], void>({
      query: () => ({ url: '/api/user/', params: { p: 1, page_size: PAGE_SIZE_MAX } }),
      transformResponse: ({ items }: Page<BalanceOf>) => items.map(({ username, quota }) => ({ username, quota })),
    }),
    /** By the settings as they are kept. */
    sendTestMail: build.mutation<unknown, string>({
      query: (to) => ({ url: '/api/option/mail_test', method: 'POST', body: { to } }),
    }),
    bindEmail: build.mutation<unknown, { readonly email: string; readonly code: string }>({
      query: (params) => ({ url: '/api/oauth/email/bind', params }),
      invalidatesTags: ['Self'],
    }),
    resetModelRatio: build.mutation<unknown, void>({
      query: () => ({ url: '/api/option/rest_model_ratio', method: 'POST' }),
      invalidatesTags: ['Option', 'PriceBook', 'Models'],
    }),
    cleanLogs: build.mutation<number, number>({
      query: (before) => ({ url: '/api/log/', method: 'DELETE', params: { target_timestamp: before } }),
      invalidatesTags: ['Log'],
    }),
    closeSelf: build.mutation<unknown, SentBody<typeof sessionRoutes.closeSelf>>({
      query: (body) => ({ url: '/api/user/self', method: 'DELETE', body }),
    }),
    accessToken: build.mutation<string, void>({ query: () => ({ url: '/api/user/token' }) }),
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
  useSomeBalancesMutation,
  useSendTestMailMutation,
  useBindEmailMutation,
  useResetModelRatioMutation,
  useCleanLogsMutation,
  useCloseSelfMutation,
  useAccessTokenMutation,
  useInviteCodeQuery,
  useTransferEarningsMutation,
} = settingsApi;
