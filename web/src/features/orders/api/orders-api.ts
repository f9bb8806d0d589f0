import type { DataOf } from '@ledgate/api/contract/route';
import type { topUpRoutes } from '@ledgate/api/contract/topup';
import { baseApi } from '../../../shared/api/base-api.ts';

type Orders = DataOf<typeof topUpRoutes.list>;
/** A payment that belongs to no order. */
export type Unplaced = Orders['unplaced'][number];

type OrdersAsked = {
  readonly username: string;
  /** Of an order or a payment, whole; '': any. */
  readonly number: string;
  readonly status: string;
  /** `stuck`: those first that somebody has to look at; else newest first. */
  readonly first: string;
  readonly page: number;
  readonly size: number;
  /** Of payments that belong to no order, so many a page as of orders. */
  readonly unplacedPage: number;
};

export const ordersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    orders: build.query<Orders, OrdersAsked>({
      query: ({ number, page, size, unplacedPage, ...asked }) => ({
        url: '/api/user/topups',
        params: {
          ...asked,
          trade_no: number,
          p: page,
          page_size: size,
          unplaced_p: unplacedPage,
          unplaced_page_size: size,
        },
      }),
      providesTags: ['Order'],
    }),
    settleOrder: build.mutation<unknown, { readonly number: string; readonly reason: string }>({
      query: ({ number, reason }) => ({
        url: `/api/user/topups/${encodeURIComponent(number)}/settled`,
        method: 'POST',
        body: { reason },
      }),
      invalidatesTags: ['Order'],
    }),
  }),
});

export const { useOrdersQuery, useSettleOrderMutation } = ordersApi;
