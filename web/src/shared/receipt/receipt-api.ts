import type { Receipt } from '@ledgate/api/contract/receipt';
import { baseApi } from '../api/base-api.ts';

export type { Receipt };

/** The explanation of one charge, by its request id; administrators see everybody's, with attempts and postings. */
export const receiptApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<Receipt, { requestId: string; admin: boolean }>({
      query: ({ requestId, admin }) => ({
        url: `/api/log/${admin ? '' : 'self/'}${encodeURIComponent(requestId)}/explanation`,
      }),
      providesTags: ['Log'],
    }),
  }),
});

export const { useReceiptQuery } = receiptApi;
