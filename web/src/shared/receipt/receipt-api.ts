import type { Receipt, receiptRoutes } from '@ledgate/api/contract/receipt';
import type { DataOf } from '@ledgate/api/contract/route';
import { baseApi } from '../api/base-api.ts';

export type { Receipt };

/** What a call for a receipt is refused with where there is none to be seen. */
export const RECEIPT_MISSING = 'receipt_missing';

/** Where a receipt stands as a page: the address that people send each other. */
export const receiptPath = (requestId: string): string => `/receipt/${encodeURIComponent(requestId)}`;

/** The receipt of one request; administrators see everybody's, with attempts and postings. */
export const receiptApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<Receipt, string>({
      query: (requestId) => ({ url: `/api${receiptPath(requestId)}` }),
      transformResponse: (answer: DataOf<typeof receiptRoutes.get>) => {
        if (!('receipt' in answer)) throw new Error(`${answer.session_id} is a session, and no request`);
        return answer.receipt;
      },
      providesTags: ['Log'],
    }),
  }),
});

export const { useReceiptQuery } = receiptApi;
