import type { BalanceAt } from '@ledgate/api/contract/balance';
import { baseApi } from '../api/base-api.ts';
import type { Whose } from './account-api.ts';

/** `at` in Unix seconds: what stood before it. `recorded`: what was recorded by then alone. */
type Asked = Whose & { readonly at: number; readonly recorded: boolean; readonly token: number | undefined };

const balanceAtApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    balanceAt: build.query<BalanceAt, Asked>({
      query: ({ userId, at, recorded, token }) => ({
        url: `/api/ledger/balance/${userId ?? 'self'}`,
        params: { at_ms: at * 1_000 - 1, basis: recorded ? 'recorded' : 'event', token_id: token },
      }),
      providesTags: ['Ledger'],
    }),
  }),
});

export const { useBalanceAtQuery } = balanceAtApi;
