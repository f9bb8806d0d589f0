import type { Page } from '@ledgate/api/contract/fields';
import type { SentBody } from '@ledgate/api/contract/route';
import type { Order, topUpRoutes } from '@ledgate/api/contract/topup';
import { baseApi } from '../../../shared/api/base-api.ts';

/** What a browser posts to the payment provider at `url`. */
export type PaymentForm = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

type PaymentAnswer<Data> = { readonly data: Data; readonly url?: string };
type OwnOrdersAsked = { readonly status: string; readonly page: number; readonly size: number };

export const walletApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    redeem: build.mutation<number, string>({
      query: (key) => ({ url: '/api/user/topup', method: 'POST', body: { key }, tellsNotice: true }),
      invalidatesTags: ['Self', 'Log', 'Ledger', 'Data'],
    }),
    /** What is to be paid, with two decimals. It makes nothing: asked for as one types, and an answer to another amount is not shown. */
    payable: build.query<string, number>({
      query: (amount) => ({ url: '/api/user/amount', method: 'POST', body: { amount }, ofPayment: true }),
      transformResponse: ({ data }: PaymentAnswer<string>) => data,
    }),
    /** Makes an order. */
    pay: build.mutation<PaymentForm, SentBody<typeof topUpRoutes.pay>>({
      query: (body) => ({ url: '/api/user/pay', method: 'POST', body, ofPayment: true }),
      transformResponse: ({ data, url = '' }: PaymentAnswer<PaymentForm['fields']>) => ({ url, fields: data }),
      invalidatesTags: ['Order'],
    }),
    ownOrders: build.query<Page<Order>, OwnOrdersAsked>({
      query: ({ status, page, size }) => ({
        url: '/api/user/topups/self',
        params: { status, p: page, page_size: size },
      }),
      providesTags: ['Order'],
    }),
  }),
});

export const { useRedeemMutation, usePayableQuery, usePayMutation, useOwnOrdersQuery } = walletApi;
