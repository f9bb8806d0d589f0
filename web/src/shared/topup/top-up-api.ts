import type { DataOf, SentBody } from '@ledgate/api/contract/route';
import type { topUpRoutes } from '@ledgate/api/contract/topup';
import { baseApi } from '../api/base-api.ts';

export const topUpApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Asks the payment provider of an order, and credits what is paid there. */
    askOrder: build.mutation<DataOf<typeof topUpRoutes.query>, SentBody<typeof topUpRoutes.query>>({
      query: (body) => ({ url: '/api/user/pay/query', method: 'POST', body }),
      // Also where it fails: what the provider said of it stands at the order.
      invalidatesTags: (data) => [
        'Order',
        ...(data?.status === 'success' ? (['Self', 'Log', 'Ledger', 'Data'] as const) : []),
      ],
    }),
  }),
});

export const { useAskOrderMutation } = topUpApi;
