import type { Page } from '@ledgate/api/contract/fields';
import { PAGE_SIZE_MAX } from '@ledgate/domain/catalogue/limits';
import { baseApi } from '../../shared/api/base-api.ts';

export type BalanceOf = { readonly username: string; readonly quota: number };

/** What the operator does beside setting options. */
const operatorApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Of the users who came last: looked at when it is asked, and not kept. */
    someBalances: build.mutation<readonly BalanceOf[], void>({
      query: () => ({ url: '/api/user/', params: { p: 1, page_size: PAGE_SIZE_MAX } }),
      transformResponse: ({ items }: Page<BalanceOf>) => items.map(({ username, quota }) => ({ username, quota })),
    }),
    /** By the settings as they are kept. */
    sendTestMail: build.mutation<unknown, string>({
      query: (to) => ({ url: '/api/option/mail_test', method: 'POST', body: { to } }),
    }),
    resetModelRatio: build.mutation<unknown, void>({
      query: () => ({ url: '/api/option/rest_model_ratio', method: 'POST' }),
      invalidatesTags: ['Option', 'PriceBook', 'Models'],
    }),
    cleanLogs: build.mutation<number, number>({
      query: (before) => ({ url: '/api/log/', method: 'DELETE', params: { target_timestamp: before } }),
      invalidatesTags: ['Log'],
    }),
  }),
});

export const { useSomeBalancesMutation, useSendTestMailMutation, useResetModelRatioMutation, useCleanLogsMutation } =
  operatorApi;
