import type { ledgerRoutes, TrialBalance } from '@ledgate/api/contract/ledger';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../../../shared/api/base-api.ts';

export type TrialBalanceLine = TrialBalance['accounts'][number];

export const booksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    books: build.query<DataOf<typeof ledgerRoutes.books>, void>({
      query: () => ({ url: '/api/health/books' }),
      providesTags: ['Books'],
    }),
    /** `end` is exclusive. */
    trialBalance: build.query<TrialBalance, { readonly start: number; readonly end: number }>({
      query: (params) => ({ url: '/api/ledger/trial_balance', params }),
      providesTags: ['Books'],
    }),
  }),
});

export const { useBooksQuery, useTrialBalanceQuery } = booksApi;
