import type { channelRoutes } from '@ledgate/api/contract/channel';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../../shared/api/base-api.ts';

export type BalanceUpdated = { readonly success: boolean; readonly message: string; readonly balance: number };
export type BalancesUpdated = DataOf<typeof channelRoutes.updateBalances>;

/** What only the list of channels asks, apart from the calls that others load too. */
const balancesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    testAllChannels: build.mutation<null, void>({ query: () => ({ url: '/api/channel/test' }) }),
    updateBalance: build.mutation<BalanceUpdated, number>({
      query: (id) => ({ url: `/api/channel/update_balance/${id}/`, whole: true }),
      invalidatesTags: ['Channel'],
    }),
    updateBalances: build.mutation<BalancesUpdated, void>({
      query: () => ({ url: '/api/channel/update_balance' }),
      invalidatesTags: ['Channel'],
    }),
  }),
});

export const { useTestAllChannelsMutation, useUpdateBalanceMutation, useUpdateBalancesMutation } = balancesApi;
