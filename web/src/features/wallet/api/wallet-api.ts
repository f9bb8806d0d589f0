import { baseApi } from '../../../shared/api/base-api.ts';

export const walletApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    redeem: build.mutation<number, string>({
      query: (key) => ({ url: '/api/user/topup', method: 'POST', body: { key }, tellsNotice: true }),
      invalidatesTags: ['Self', 'Log', 'Ledger', 'Data'],
    }),
  }),
});

export const { useRedeemMutation } = walletApi;
