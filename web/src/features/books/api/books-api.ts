import type { ledgerRoutes } from '@ledgate/api/contract/ledger';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../../../shared/api/base-api.ts';

export const booksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    books: build.query<DataOf<typeof ledgerRoutes.books>, void>({ query: () => ({ url: '/api/health/books' }), providesTags: ['Books'] }),
    trialBalance: build.query<DataOf<typeof ledgerRoutes.trialBalance>, void>({ query: () => ({ url: '/api/ledger/trial_balance' }), providesTags: ['Books'] }),
  }),
});

export const { useBooksQuery, useTrialBalanceQuery } = booksApi;
